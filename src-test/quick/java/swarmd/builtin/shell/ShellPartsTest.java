package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        "x=$(vim y) z|,vim,z",
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
        .containsExactly(
            new ShellPart(List.of("a"), true, true),
            new ShellPart(List.of("b"), true, true),
            new ShellPart(List.of("c"), true, true),
            new ShellPart(List.of("d"), true, false));
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
            List.of("git", "commit", "-m", "$(cat <<'EOF'\nfix: don't (say \"no\"\n\nEOF\n)", "-q"),
            List.of("git", "push"));
    assertThat(words("a \"$(b (c) d\" e")).hasSize(1);
  }

  @Test
  void long_and_malformed_commands_are_parsed_quickly() {
    for (String odd :
        List.of("<<A ", "\"$(", "$(", "'", "\\", "a|", "<", ">", "\"$(cat <<A\n", "# ", "=")) {
      ShellParts.of(odd.repeat(100_000)).forEach(ShellPart::program);
    }
    assertThat(programs("a".repeat(5_000) + "; vim")).hasSize(1);
  }
}
