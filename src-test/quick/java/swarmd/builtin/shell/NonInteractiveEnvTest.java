package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;

/** Warnings about commands that would wait for input. */
class NonInteractiveEnvTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private static ObjectNode bash(HostSession session, String command) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command).put("timeout", 5);
    return payload;
  }

  private String warning(String command) {
    JsonNode answer = session.send(bash(session, command));
    assertThat(HostRules.problems("claude", "PreToolUse", (ObjectNode) answer)).isEmpty();
    assertThat(answer.at("/hookSpecificOutput/permissionDecision").isMissingNode()).isTrue();
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  @Test
  void the_warning_says_what_to_run_instead() {
    assertThat(warning("git add . && git commit"))
        .isEqualTo(
            "swarmd: nobody can answer prompts in this shell, and this would wait for input: git"
                + " commit (give the message: git commit -m TEXT or -F FILE; --no-edit keeps the"
                + " old one).");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "vim a.txt|vim",
        "cd x && nano a|nano",
        "emacs a|emacs",
        "sudo /usr/bin/vi /etc/hosts|vi",
        "less log.txt|less",
        "man ls|man",
        "python|python",
        "python3 -i|python3",
        "node|node",
        "irb|irb",
        "psql -U me db|psql",
        "mysql -u root|mysql",
        "sqlite3 a.db|sqlite3",
        "bash|bash",
        "top|top",
        "htop|htop",
        "watch ls|watch",
        "ssh host|ssh",
        "ssh -p 22 -i key me@host|ssh",
        "read -p 'go on? ' x|read",
        "npm init|npm",
        "apt-get install jq|apt-get",
        "docker run -it alpine|docker",
        "crontab -e|crontab",
        "git commit|git commit",
        "git commit --amend|git commit",
        "git -C x -c a=b commit -a|git commit",
        "git rebase -i HEAD~3|git rebase -i",
        "git rebase --continue|git rebase --continue",
        "git add -p|git add -p",
        "git add -i|git add -i",
        "git stash -p|git stash -p",
        "git tag -a v1|git tag -a",
        "git config --edit|git config --edit",
        "git mergetool|git mergetool",
        "while true; do vim x; done|vim",
        "command vim x|vim",
        "command -p vim x|vim",
        "mc|mc",
        "f() { vim x; }; f|vim",
        "(cd x; (nano y))|nano",
        "echo $((1 + 2)); nano y|nano",
      })
  void a_command_that_would_wait_is_named(String command, String named) {
    assertThat(warning(command)).contains("would wait for input: " + named + " (");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls",
        "git status",
        "git log -p",
        "git stash show -p",
        "git commit -m x",
        "git commit -am 'fix: x'",
        "git commit --amend --no-edit",
        "git commit -F msg",
        "git commit -C HEAD",
        "git commit --message=x",
        "git commit --fixup=HEAD",
        "GIT_EDITOR=true git rebase --continue",
        "GIT_SEQUENCE_EDITOR='sed -i s/a/b/' git rebase -i HEAD~2",
        "git -c core.editor=true commit",
        "git rebase main",
        "git tag -a v1 -m x",
        "git add .",
        "vim -es -c wq x",
        "nvim --headless +qa",
        "emacs --batch -f x",
        "man ls | head",
        "python x.py",
        "python3 - <<'EOF'\nprint(1)\nEOF",
        "echo 1 | python",
        "node < x.js",
        "psql -c 'select 1'",
        "psql -f x.sql",
        "psql < x.sql",
        "mysql -e 'select 1'",
        "sqlite3 a.db 'select 1'",
        "curl x | bash",
        "bash -c 'ls'",
        "top -b -n 1",
        "ssh host ls",
        "ssh -p 22 me@host uptime",
        "ssh host <<EOF\nls\nEOF",
        "ssh -V",
        "while read -r x; do echo $x; done < file",
        "npm init -y",
        "npm install",
        "apt-get install -y jq",
        "docker run alpine ls",
        "crontab -l",
        "echo 'vim x; less y'",
        "cat <<EOF\nvim x\nEOF",
        "# vim x",
        "./vimrc.sh",
        "which vim",
        "command -v node",
        "if command -v psql > /dev/null; then echo yes; fi",
        "command -V vim",
        "less --version",
        "man --help",
        "printf 'y\\nn\\n' | git add -p",
        "git add -i < answers",
        "git -c sequence.editor=true rebase -i HEAD~2",
        "vim -e -s -c wq x",
        "ex -sc x file",
        "ssh -T git@github.com",
        "mc ls play/bucket",
        "info() { echo \"$1\"; }; info hello",
        "view () { cat \"$1\"; }\nview x",
        "EDITORS=(vim nano)",
        "echo $((top - 1))",
        "x=$(( top + 1 ))",
        "case $x in\n  bash) echo a ;;\n  less) echo b ;;\nesac",
      })
  void a_command_that_does_not_wait_gets_no_warning(String command) {
    assertThat(session.send(bash(session, command))).isEqualTo(CONTINUE);
  }

  @Test
  void a_pager_at_the_end_of_a_pipe_also_waits() {
    assertThat(warning("git log | less")).contains("less");
  }

  @Test
  void each_command_is_named_once_per_conversation() {
    assertThat(warning("vim a")).contains("vim");
    assertThat(warning("vim b")).isEmpty();
    assertThat(warning("vim b; nano c")).contains("nano").doesNotContain("vim");

    JsonNode subagents = session.send(bash(session, "vim a").put("agent_id", "sub1"));
    assertThat(subagents.toString()).contains("vim");
    HostSession other = new HostSession(api.http(), daemon.project(), "s2");
    assertThat(other.send(bash(other, "vim a")).toString()).contains("vim");
  }

  @Test
  void malformed_and_huge_commands_do_no_harm() {
    assertThat(session.send(bash(session, "x ".repeat(3_000) + "; vim"))).isEqualTo(CONTINUE);
    assertThat(session.send(bash(session, "a|".repeat(500_000)))).isEqualTo(CONTINUE);
    assertThat(session.send(bash(session, ""))).isEqualTo(CONTINUE);
    ObjectNode odd = bash(session, "");
    ((ObjectNode) odd.get("tool_input")).putArray("command").add("vim");
    assertThat(session.send(odd)).isEqualTo(CONTINUE);
    assertThat(session.send(bash(session, "vim").put("tool_name", "Read"))).isEqualTo(CONTINUE);
    assertThat(warning("vim; nano; less; top").split("\\(", -1)).hasSize(4);
  }

  @Test
  void nothing_happens_when_switched_off() {
    try (InProcessDaemon off = InProcessDaemon.start(Map.of("SWARMD_NON_INTERACTIVE", "off"));
        Api there = off.api()) {
      HostSession host = new HostSession(there.http(), off.project(), "s1");

      assertThat(host.send(bash(host, "vim; git status"))).isEqualTo(CONTINUE);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void the_setting_can_export_variables_that_disable_prompts() throws Exception {
    try (InProcessDaemon set = InProcessDaemon.start(Map.of("SWARMD_NON_INTERACTIVE", "set"));
        Api there = set.api()) {
      HostSession host = new HostSession(there.http(), set.project(), "s1");
      assertThat(host.send(bash(host, "ls; echo git"))).isEqualTo(CONTINUE);

      JsonNode input =
          host.send(bash(host, "git --version > /dev/null; echo $CI $PAGER"))
              .at("/hookSpecificOutput/updatedInput");

      String command = input.get("command").asText();
      assertThat(command).startsWith(NonInteractiveEnv.PREFIX + "git --version");
      assertThat(input.get("timeout").asInt()).isEqualTo(5);
      assertThat(host.send(bash(host, command))).isEqualTo(CONTINUE);
      Process shell = new ProcessBuilder(List.of("sh", "-c", command)).start();
      assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("true cat\n");
    }
  }

  @Test
  void the_prefix_works_with_agent_identity_and_permissions() throws IOException {
    try (InProcessDaemon set = InProcessDaemon.start(Map.of("SWARMD_NON_INTERACTIVE", "set"));
        Api there = set.api()) {
      Files.createDirectory(set.project().resolve(".git"));
      HostSession host = new HostSession(there.http(), set.project(), "s1");
      String both =
          host.send(bash(host, "git status && swarm task list").put("agent_id", "sub1"))
              .at("/hookSpecificOutput/updatedInput/command")
              .asText();

      assertThat(both)
          .isEqualTo(
              "export SWARM_SESSION=s1 SWARM_AGENT=sub1; "
                  + NonInteractiveEnv.PREFIX
                  + "git status && swarm task list");
      assertThat(host.send(bash(host, both).put("agent_id", "sub1"))).isEqualTo(CONTINUE);
      assertThat(permission(host, rewritten(host, "git status")).toString()).contains("allow");
      assertThat(permission(host, rewritten(host, "git push"))).isEqualTo(CONTINUE);
    }
  }

  private static String rewritten(HostSession host, String command) {
    return host.send(bash(host, command)).at("/hookSpecificOutput/updatedInput/command").asText();
  }

  private static JsonNode permission(HostSession host, String command) {
    return host.send(bash(host, command).put("hook_event_name", "PermissionRequest"));
  }
}
