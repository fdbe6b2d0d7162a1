package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A project's patterns for commit messages and reminders after edits. */
class PluginPatternsTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private Path settings(String text) throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    daemon.time().advance(Duration.ofSeconds(1));
    return Files.writeString(folder.resolve("settings.json"), text);
  }

  private void conventional() throws IOException {
    settings("{\"patterns\":{\"commit\":\"conventional\",\"onViolation\":\"deny\"}}");
  }

  private JsonNode run(String command) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command);
    JsonNode answer = session.send(payload);
    assertThat(HostRules.problems("claude", "PreToolUse", (ObjectNode) answer)).isEmpty();
    return answer;
  }

  private JsonNode edit(String file) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", "Edit");
    payload.putObject("tool_input").put("file_path", file);
    JsonNode answer = session.send(payload);
    assertThat(HostRules.problems("claude", "PostToolUse", (ObjectNode) answer)).isEmpty();
    return answer;
  }

  private static String reason(JsonNode answer) {
    return answer.at("/hookSpecificOutput/permissionDecisionReason").asText();
  }

  private static String context(JsonNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  @Test
  void a_message_that_does_not_match_is_denied_with_the_required_form() throws IOException {
    conventional();

    JsonNode answer = run("git commit -m 'stuff'");

    assertThat(answer.at("/hookSpecificOutput/permissionDecision").asText()).isEqualTo("deny");
    assertThat(reason(answer))
        .isEqualTo(
            "swarmd: the commit message \"stuff\" does not match what this project requires:"
                + " type(scope): what changes, where the type is build, chore, ci, docs, feat, fix,"
                + " perf, refactor, revert, style or test. Commit with another message.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git commit -m 'fix: x'",
        "git commit -m \"feat(api)!: x\"",
        "git commit -am 'docs: x' -m 'stuff'",
        "git commit -m'fix: x'",
        "git commit --message='fix: x'",
        "git commit --message 'fix: x'",
        "git commit -m \"$(cat <<'EOF'\nfix: don't say \"no\"\n\nstuff\nEOF\n)\"",
        "git add . && git commit -q -m 'fix: x' && git push",
        "git commit -m 'Merge branch x'",
        "git commit -m 'fixup! x'",
        "git commit -m \"$MESSAGE\"",
        "git commit -m \"$(make-message)\"",
        "git commit -F file",
        "git commit --amend --no-edit",
        "git commit",
        "git log --grep commit -m stuff",
        "echo git commit -m stuff",
        "git commit-tree -m stuff",
        "git commit -Fmessage.txt",
        "git commit -Cmain",
      })
  void a_message_that_matches_or_is_unknown_is_allowed(String command) throws IOException {
    conventional();

    assertThat(reason(run(command))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git commit -m stuff",
        "git commit -m\"stuff\"",
        "git commit -am stuff -m 'fix: x'",
        "git commit --message=stuff",
        "git commit --message stuff",
        "git commit -m \"$(cat <<'EOF'\n\n   stuff\n\nfix: x\nEOF\n)\"",
        "git commit -m \"$(cat <<EOF\nstuff\nEOF\n)\"",
        "cd x; git -C y -c a=b commit --amend -m stuff | cat",
        "FOO=1 git commit -m stuff",
        "git commit -m 'stuff\nfix: x'",
        "git commit -m 'fix:stuff'",
        "git commit -m 'fixed: stuff'",
      })
  void every_way_to_pass_a_message_is_understood(String command) throws IOException {
    conventional();

    assertThat(reason(run(command))).contains("stuff");
  }

  @Test
  void by_default_a_violation_is_only_a_warning() throws IOException {
    settings("{\"patterns\":{\"commit\":\"^[A-Z]+-[0-9]+ \"}}");

    assertThat(context(run("git commit -m stuff")))
        .contains("\"stuff\"", "^[A-Z]+-[0-9]+", "--amend");
    assertThat(run("git commit -m 'ABC-1 stuff'")).isEqualTo(CONTINUE);
  }

  @Test
  void an_expression_that_hangs_java_s_engine_is_matched_in_time() throws IOException {
    settings("{\"patterns\":{\"commit\":\"^(.*)(.*)(.*)(.*)(.*)x$\",\"onViolation\":\"deny\"}}");
    assertThat(reason(run("git commit -m '" + "a".repeat(150) + "!'"))).contains("aaa");

    settings(
        "{\"patterns\":{\"commit\":\"%s$\",\"onViolation\":\"deny\"}}"
            .formatted("(|)".repeat(60) + "x"));
    assertThat(reason(run("git commit -m b"))).contains("\"b\"");
    assertThat(run("git commit -m x")).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"((x{1000}){1000}){1000}", "(x{500}){9}", "(?=x)", "x{2,1}"})
  void an_expression_that_is_too_large_or_uses_lookahead_is_ignored(String regex)
      throws IOException {
    settings("{\"patterns\":{\"commit\":\"%s\",\"onViolation\":\"deny\"}}".formatted(regex));

    assertThat(run("git commit -m stuff")).isEqualTo(CONTINUE);
  }

  @Test
  void only_the_first_200_characters_of_a_message_count() throws IOException {
    settings("{\"patterns\":{\"commit\":\"x\",\"onViolation\":\"deny\"}}");

    assertThat(run("git commit -m " + "a".repeat(199) + "x")).isEqualTo(CONTINUE);
    assertThat(reason(run("git commit -m " + "a".repeat(200) + "x"))).contains("aaa");
  }

  @Test
  void only_the_first_fifty_rules_count() throws IOException {
    String rules =
        IntStream.rangeClosed(1, 51)
            .mapToObj(i -> "{\"files\":\"%1$d.py\",\"say\":\"rule %1$d\"}".formatted(i))
            .collect(Collectors.joining(","));
    settings("{\"patterns\":{\"after\":[%s]}}".formatted(rules));

    assertThat(context(edit("50.py"))).endsWith("rule 50");
    assertThat(edit("51.py")).isEqualTo(CONTINUE);
  }

  @Test
  void ordinary_repetition_counts_are_accepted() throws IOException {
    settings(
        "{\"patterns\":{\"commit\":\"^[A-Z]{2,10}-[0-9]{1,6}:"
            + " .{1,50}$\",\"onViolation\":\"deny\"}}");

    assertThat(reason(run("git commit -m stuff"))).contains("stuff");
    assertThat(run("git commit -m 'ABC-12: stuff'")).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json",
        "[]",
        "{}",
        "{\"patterns\":5}",
        "{\"patterns\":{\"commit\":\"(\",\"onViolation\":\"deny\"}}",
        "{\"patterns\":{\"commit\":5,\"onViolation\":\"deny\",\"after\":{\"files\":1}}}",
        "{\"patterns\":{\"commit\":\"\",\"after\":[5,{},{\"files\":\"**\"},{\"say\":\"x\"}]}}",
      })
  void invalid_settings_are_ignored(String text) throws IOException {
    settings(text);

    assertThat(reason(run("git commit -m stuff")))
        .matches("|.*not match what this project requires: 5.*");
    assertThat(edit("a.java")).isEqualTo(CONTINUE);
  }

  @Test
  void a_changed_file_takes_effect_after_a_second() throws IOException {
    assertThat(run("git commit -m stuff")).isEqualTo(CONTINUE);
    conventional();
    assertThat(reason(run("git commit -m stuff"))).isNotEmpty();
    settings("{}");
    assertThat(run("git commit -m stuff")).isEqualTo(CONTINUE);
  }

  @Test
  void a_link_out_of_the_project_and_a_huge_file_are_not_read() throws IOException {
    Path file = settings("{}");
    Path outside =
        Files.writeString(
            daemon.userHome().resolve("outside.json"),
            "{\"patterns\":{\"commit\":\"conventional\"}}");
    Files.delete(file);
    Files.createSymbolicLink(file, outside);
    daemon.time().advance(Duration.ofSeconds(1));
    assertThat(run("git commit -m stuff")).isEqualTo(CONTINUE);

    Files.delete(file);
    settings("{\"patterns\":{\"commit\":\"conventional\"}}" + " ".repeat(1 << 20));
    assertThat(run("git commit -m stuff")).isEqualTo(CONTINUE);
  }

  @Test
  void each_reminder_is_shown_once_per_rule() throws IOException {
    settings(
        """
        {"patterns":{"after":[
          {"files":"**/*.java","say":"run ./gradlew format"},
          {"files":"src/api/**","say":"update\\n docs/api.yaml"},
          {"files":"*.py","say":"run ruff"}]}}
        """);

    assertThat(context(edit("README.md"))).isEmpty();
    assertThat(context(edit("src/A.java")))
        .isEqualTo("swarmd: this project's reminder after such edits: run ./gradlew format");
    assertThat(context(edit(daemon.project().resolve("src/api/B.java").toString())))
        .isEqualTo("swarmd: this project's reminder after such edits: update docs/api.yaml");
    assertThat(context(edit("src/api/C.java"))).isEmpty();
    assertThat(context(edit("../other/x.py"))).isEmpty();
    assertThat(context(edit("deep/down/x.py"))).contains("run ruff");

    session = new HostSession(api.http(), daemon.project(), "s2");
    assertThat(context(edit("src/A.java"))).contains("run ./gradlew format");
  }

  @Test
  void a_failed_edit_gets_no_reminder_and_long_texts_are_cut() throws IOException {
    settings(
        "{\"patterns\":{\"after\":[{\"files\":\"*.py\",\"say\":\"%s\"}]}}"
            .formatted("a".repeat(5_000)));
    ObjectNode failed = session.payload("PostToolUseFailure").put("tool_name", "Edit");
    failed.putObject("tool_input").put("file_path", "a.py");

    assertThat(session.send(failed)).isEqualTo(CONTINUE);
    assertThat(context(edit("a.py")).length()).isBetween(300, 400);
  }
}
