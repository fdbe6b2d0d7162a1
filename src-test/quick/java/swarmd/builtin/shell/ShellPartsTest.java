package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.builtin.shell.Redirection.Kind;

class ShellPartsTest {

  private static List<String> programs(String command) {
    return ShellParts.of(command).stream().map(ShellPart::program).toList();
  }

  private static List<List<String>> words(String command) {
    return ShellParts.of(command).stream().map(ShellPart::words).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "git status|git",
        "cd x && git add . ; git commit -m 'a; b'|cd,git,git",
        "a & b|a,b",
        "(cd x; vim y)|cd,vim",
        "x=$(vim y) z|vim,z",
        "rm $(cat list) a|cat,rm",
        "echo \"$(vim y)\"|vim,echo",
        "echo \"`vim y`\" `nano z`|vim,nano,echo",
        "diff <(sort a) >(tee b)|sort,tee,diff",
        "echo ${x:-$(vim y)}|vim,echo",
        "a=($(vim y) z) b|vim,b",
        "echo $(( $(vim y) + 1 ))|vim,echo",
        "(case x in a) vim ;; esac)|case,vim,esac",
        "[[ a > b && c < d ]] && vim|[[,vim",
        "for ((i=0;i<3;i++)); do vim; done|for,vim,done",
        "function f { vim; }; f x|vim,}",
        "sudo -u bob timeout -s KILL 5 nice -n 3 vim x|vim",
        "> out|^^",
        "echo \"a; vim b\" 'c & vim'|echo",
        "echo a\\;b|echo",
        "if true; then vim x; fi|true,vim,fi",
        "while read x; do vim $x; done|read,vim,done",
        "FOO=1 BAR='a b' sudo -E env A=1 /usr/bin/vim x|vim",
        "timeout 5s vim x|vim",
        "! vim x|vim",
        "FOO=1|^^",
        "# vim x|",
        "echo a#b # vim|echo",
        "vim 2>&1 >/dev/null|vim",
      })
  void each_simple_command_is_found(String command, String programs) {
    List<String> expected = programs == null ? List.of() : List.of(programs.split(",", -1));

    assertThat(programs(command)).isEqualTo(expected);
  }

  @Test
  void brackets_and_patterns_are_told_apart() {
    assertThat(programs("((cd a; vim b) | c)")).containsExactly("cd", "vim", "c");
    assertThat(programs("case $x in a|b) vim y ;; (c) nano ;; esac; ls"))
        .containsExactly("case", "vim", "nano", "esac", "ls");
  }

  @Test
  void quotes_are_removed_as_in_a_shell() {
    assertThat(words("git commit -m\"a 'b' \\\"c\\\"\" -m'd e' f\\ g"))
        .containsExactly(List.of("git", "commit", "-ma 'b' \"c\"", "-md e", "f g"));
    assertThat(words("a \\\n b\nc")).containsExactly(List.of("a", "b"), List.of("c"));
    assertThat(words("a '' \"\"")).containsExactly(List.of("a", "", ""));
    assertThat(words("a 'b")).containsExactly(List.of("a", "b"));
    assertThat(words("a \"b")).containsExactly(List.of("a", "b"));
  }

  @Test
  void redirections_are_detected_and_file_names_are_not_words() {
    List<ShellPart> parts = ShellParts.of("a < in | b 2>err |\n c > out || d <<< text");

    assertThat(parts)
        .extracting(ShellPart::words, ShellPart::input, ShellPart::output)
        .containsExactly(
            tuple(List.of("a"), true, true),
            tuple(List.of("b"), true, true),
            tuple(List.of("c"), true, true),
            tuple(List.of("d"), true, false));
    assertThat(parts.stream().flatMap(part -> part.redirections().stream()))
        .extracting(Redirection::kind, each -> each.target().text())
        .containsExactly(
            tuple(Kind.READ, "in"),
            tuple(Kind.WRITE, "err"),
            tuple(Kind.WRITE, "out"),
            tuple(Kind.TEXT, "text"));
  }

  @Test
  void the_text_of_a_heredoc_is_not_a_command() {
    assertThat(programs("cat <<EOF > x\nvim y\nEOF\nls")).containsExactly("cat", "ls");
    assertThat(programs("cat <<-'E F' | sh\n\tvim y\n\tE F\nls"))
        .containsExactly("cat", "sh", "ls");
    assertThat(programs("cat <<A <<\"B\"\nvim\nA\nvim\nB\nls")).containsExactly("cat", "ls");
    assertThat(programs("cat <<EOF\nvim")).containsExactly("cat");
  }

  @Test
  void a_quoted_substitution_stays_together() {
    assertThat(
            words(
                "git commit -m \"$(cat <<'EOF'\nfix: don't (say \"no\"\n\nEOF\n)\" -q && git push"))
        .containsExactly(
            List.of("cat"),
            List.of("git", "commit", "-m", "$(cat <<'EOF'\nfix: don't (say \"no\"\n\nEOF\n)", "-q"),
            List.of("git", "push"));
    assertThat(programs("a \"$(b (c) d\" e")).last().isEqualTo("a");
  }

  @Test
  void long_and_malformed_commands_are_parsed_quickly() {
    for (String odd :
        List.of(
            "<<A ",
            "\"$(",
            "$(",
            "'",
            "\\",
            "a|",
            "<",
            ">",
            "\"$(cat <<A\n",
            "# ",
            "=",
            "a ",
            "`",
            "((",
            "$((",
            "${a:-",
            "{a,b}",
            "a=(",
            "case a in ",
            "[[ ",
            "sh -c '",
            "x=$x$x;",
            "env ",
            "sudo ",
            "env -i ",
            "timeout 1 ",
            "> ")) {
      ShellParts.of(odd.repeat(100_000)).forEach(ShellPart::program);
      CommandWrites.of(odd.repeat(20_000), "/a", "/a", Map.of());
    }
    assertThat(programs("a".repeat(5_000) + "; vim")).hasSize(1);
    String nested = "rm $(find $(find a) ".repeat(100) + ")".repeat(100);
    CommandWrites.of(nested, "/a", "/a", Map.of());
    CommandWrites.of("sh -c \"$(".repeat(100), "/a", "/a", Map.of());
  }
}
