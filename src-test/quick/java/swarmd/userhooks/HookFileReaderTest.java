package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;
import swarmd.userhooks.UserHook.Origin;

final class HookFileReaderTest {
  private static HookFile read(String text) {
    return HookFileReader.read("f.json", Origin.USER, text.getBytes(StandardCharsets.UTF_8));
  }

  private static HookFile hooks(String inside) {
    return read("{\"hooks\":{" + inside + "}}");
  }

  private static HookGroup.Entry entry(HookFile file) {
    assertThat(file.problems()).isEmpty();
    return file.groups().get(0).entries().get(0);
  }

  @Test
  void every_field_is_read() {
    HookFile file =
        read(
            """
            {"hooks": {"enabled": true, "defaultTimeout": 2.5, "timeoutBehavior": "deny",
              "failureBehavior": "ask", "maxConcurrentHooks": 7,
              "PreToolUse": [{"name": "guard", "matcher": "Write|Edit", "sequential": true, "order": -3,
                "hooks": [{"type": "command", "command": "./check.sh", "timeout": 0.25,
                  "statusMessage": "checking", "timeoutBehavior": "ask", "failureBehavior": "deny"}]}]}}
            """);

    assertThat(file.problems()).isEmpty();
    assertThat(file.defaults())
        .isEqualTo(
            new HookDefaults(
                Optional.of(true),
                Optional.of(Duration.ofMillis(2_500)),
                Optional.of(Behaviour.DENY),
                Optional.of(Behaviour.ASK),
                Optional.of(7)));
    HookGroup group = file.groups().get(0);
    assertThat(group.event()).isEqualTo("PreToolUse");
    assertThat(group.name()).contains("guard");
    assertThat(group.matcher().text()).isEqualTo("Write|Edit");
    assertThat(group.sequential()).isTrue();
    assertThat(group.order()).isEqualTo(-3);
    assertThat(group.entries())
        .containsExactly(
            new HookGroup.Entry(
                Optional.empty(),
                new Action.Command("./check.sh"),
                Optional.of(Duration.ofMillis(250)),
                Optional.of(Behaviour.ASK),
                Optional.of(Behaviour.DENY),
                Optional.of("checking")));
  }

  @Test
  void a_hook_may_be_an_address_or_a_class() {
    HookFile file =
        hooks(
            """
            "Stop": [{"hooks": [
              {"type": "http", "url": "https://x.test/hook", "headers": {"X-Key": "1"}},
              {"type": "java", "class": "org.example.Guard"}]}]
            """);

    assertThat(file.groups().get(0).entries())
        .extracting(HookGroup.Entry::action)
        .containsExactly(
            new Action.Http(URI.create("https://x.test/hook"), Map.of("X-Key", "1")),
            new Action.Plugin("org.example.Guard"));
  }

  @Test
  void settings_of_claude_code_load_as_they_are() {
    HookFile file =
        read(
            """
            {
              "hooks": {
                "PreToolUse": [
                  {
                    "matcher": "Read|Grep|Bash",
                    "hooks": [
                      {
                        "type": "command",
                        "command": "python .claude/hooks/validate.py",
                        "timeout": 30
                      }
                    ]
                  }
                ]
              }
            }
            """);

    assertThat(entry(file).action())
        .isEqualTo(new Action.Command("python .claude/hooks/validate.py"));
    assertThat(entry(file).timeout()).contains(Duration.ofSeconds(30));
  }

  @Test
  void a_command_full_of_quotes_loads_as_it_is() {
    HookFile file =
        read(
            """
            {
              "hooks": {
                "Stop": [{
                  "name": "ensure-todos-complete",
                  "hooks": [{
                    "type": "command",
                    "command": "if grep -q '\\\\[ \\\\]' TODO.md 2>/dev/null; then echo '{\\"continue\\":true,\\"reason\\":\\"Incomplete TODOs found\\"}'; fi"
                  }]
                }]
              }
            }
            """);

    assertThat(file.groups().get(0).name()).contains("ensure-todos-complete");
    assertThat(entry(file).action())
        .isEqualTo(
            new Action.Command(
                "if grep -q '\\[ \\]' TODO.md 2>/dev/null; then echo"
                    + " '{\"continue\":true,\"reason\":\"Incomplete TODOs found\"}'; fi"));
  }

  /** With that host's events, matcher and sequential; names belong to single hooks. */
  @Test
  void settings_of_gemini_cli_load_as_they_are() {
    HookFile file =
        hooks(
            """
            "BeforeTool": [{"matcher": "write_file", "sequential": true,
              "hooks": [{"name": "policy", "type": "command", "command": "policy.sh"}]}],
            "BeforeModel": [{"hooks": [{"type": "command", "command": "model.sh"}]}]
            """);

    assertThat(file.problems()).isEmpty();
    assertThat(file.groups())
        .extracting(HookGroup::event)
        .containsExactly("BeforeTool", "BeforeModel");
    assertThat(entry(file).name()).contains("policy");
  }

  @Test
  void a_file_without_hooks_has_no_problems() {
    assertThat(read("{}").isEmpty()).isTrue();
    assertThat(read("{\"settings\":{\"lease.ms\":1}}").problems()).isEmpty();
    assertThat(read("{\"hooks\":{}}").problems()).isEmpty();
  }

  @Test
  void malformed_json_is_one_problem_with_its_position() {
    HookFile file = read("{\"hooks\": {\n  \"Stop\": [,]\n}}");

    assertThat(file.isEmpty()).isTrue();
    assertThat(file.problems()).hasSize(1);
    assertThat(file.problems().get(0).line()).isEqualTo(2);
    assertThat(file.problems().get(0).column()).isGreaterThan(10);
    assertThat(file.problems().get(0).reason()).startsWith("not valid JSON: ");
    assertThat(read("{} {}").problems()).hasSize(1);
    assertThat(read("\u0000\u0001").problems()).hasSize(1);
    assertThat(read("[".repeat(5_000)).problems()).hasSize(1);
  }

  @Test
  void an_invalid_hook_is_dropped_and_its_neighbours_work() {
    HookFile file =
        read(
            """
            {"hooks": {
              "Stop": [
                {"hooks": [
                  {"type": "command"},
                  {"type": "command", "command": "good"}]},
                7,
                {"hooks": [{"type": "prompt", "prompt": "hm"}]}
              ]}}
            """);

    assertThat(file.groups()).hasSize(1);
    assertThat(file.groups().get(0).entries()).hasSize(1);
    assertThat(file.problems())
        .containsExactly(
            new Problem("f.json", 4, 7, "'command' is missing"),
            new Problem("f.json", 6, 5, "a group must be an object, not 7"),
            new Problem("f.json", 7, 25, "'type' must be command, http or java, not \"prompt\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "'\"enabled\": 1' ~ 'enabled' must be true or false, not 1",
        "'\"defaultTimeout\": 0' ~ 'defaultTimeout' must be a number of seconds up to 86400, not 0",
        "'\"defaultTimeout\": \"5\"' ~ 'defaultTimeout' must be a number of seconds up to 86400,"
            + " not \"5\"",
        "'\"defaultTimeout\": 1e999' ~ 'defaultTimeout' must be a number of seconds",
        "'\"timeoutBehavior\": \"allow\"' ~ 'timeoutBehavior' must be ignore, deny or ask, not"
            + " \"allow\"",
        "'\"maxConcurrentHooks\": 0' ~ 'maxConcurrentHooks' must be a whole number from 1 to 64,"
            + " not 0",
        "'\"maxConcurrentHooks\": 1.5' ~ 'maxConcurrentHooks' must be a whole number from 1 to 64,"
            + " not 1.5",
        "'\"maxConcurrentHooks\": 1e400' ~ 'maxConcurrentHooks' must be a whole number from 1 to"
            + " 64",
        "'\"Stop\": {}' ~ 'Stop' must be a list of groups, not an object",
        "'\"St op\": []' ~ 'St op' is not a valid event name",
        "'\"Stop\": [{}]' ~ 'hooks' is missing",
        "'\"Stop\": [{\"hooks\": {}}]' ~ 'hooks' must be a list, not an object",
        "'\"Stop\": [{\"hooks\": [1]}]' ~ a hook must be an object, not 1",
        "'\"Stop\": [{\"hooks\": [{}]}]' ~ 'type' is missing",
        "'\"Stop\": [{\"hooks\": [{\"type\": 1}]}]' ~ 'type' must be a string, not 1",
        "'\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \" \"}]}]' ~ 'command' must"
            + " not be blank",
        "'\"Stop\": [{\"hooks\": [{\"type\": \"http\", \"url\": \"file:///x\"}]}]' ~ 'url' must be"
            + " an http or https address",
        "'\"Stop\": [{\"hooks\": [{\"type\": \"http\", \"url\": \"http://x y\"}]}]' ~ 'url' must be"
            + " an http or https address",
        "'\"Stop\": [{\"hooks\": [{\"type\": \"http\", \"url\": \"http://x\", \"headers\":"
            + " {\"Host\": \"y\"}}]}]' ~ the header 'Host' cannot be sent",
        "'\"Stop\": [{\"hooks\": [{\"type\": \"java\", \"class\": \"a b\"}]}]' ~ 'a b' is not a"
            + " valid class name"
      })
  void an_invalid_entry_has_no_effect_and_is_explained(String inside, String reason) {
    HookFile file = hooks(inside);

    assertThat(file.isEmpty()).isTrue();
    assertThat(file.problems()).hasSize(1);
    assertThat(file.problems().get(0).reason()).startsWith(reason);
    assertThat(file.problems().get(0).line()).isEqualTo(1);
    assertThat(file.problems().get(0).column()).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a(\"",
        "5",
        "[\"Write\"]",
        "{\"commands\": \"(\"}",
        "{\"paths\": \"{a\"}",
        "{\"tools\": 5}"
      })
  void a_group_with_an_invalid_matcher_is_dropped(String matcher) {
    HookFile file =
        hooks(
            "\"PreToolUse\": [{\"matcher\": "
                + matcher
                + ", \"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]");

    assertThat(file.groups()).isEmpty();
    assertThat(file.problems()).hasSize(1);
  }

  @Test
  void an_invalid_value_beside_a_command_does_not_drop_the_command() {
    HookFile file =
        hooks(
            """
            "Stop": [{"order": "x", "hooks": [{"type": "command", "command": "good", "timeout": -1}]}]
            """);

    assertThat(file.groups().get(0).entries().get(0).timeout()).isEmpty();
    assertThat(file.problems()).extracting(Problem::reason).hasSize(2);
  }

  @Test
  void unknown_names_are_reported_and_drop_nothing() {
    HookFile file =
        hooks(
            """
            "MoonRise": [{"mather": "x", "hooks": [{"type": "command", "command": "c", "if": "y"}]}]
            """);

    assertThat(file.groups()).hasSize(1);
    assertThat(file.problems())
        .extracting(Problem::reason)
        .satisfiesExactly(
            reason -> assertThat(reason).contains("'MoonRise'").contains("misspelt"),
            reason -> assertThat(reason).startsWith("'mather' is unknown"),
            reason -> assertThat(reason).startsWith("'if' is unknown"));
  }

  @Test
  void a_repeated_field_is_reported_because_only_the_last_counts() {
    HookFile file =
        hooks(
            """
            "PreToolUse": [{"hooks": [{"type": "command", "command": "guard"}]}],
            "PreToolUse": [{"matcher": {"tools": "a", "tools": "b"},
              "hooks": [{"type": "command", "command": "x", "command": "other"}]}]
            """);

    assertThat(file.groups())
        .flatExtracting(HookGroup::entries)
        .extracting(HookGroup.Entry::action)
        .containsExactly(new Action.Command("other"));
    assertThat(file.problems())
        .extracting(Problem::reason)
        .containsExactlyInAnyOrder(
            "'PreToolUse' occurs more than once; only this one counts",
            "'tools' occurs more than once; only this one counts",
            "'command' occurs more than once; only this one counts");
    assertThat(file.problems().get(0).line()).isEqualTo(2);
  }

  @Test
  void only_the_first_problems_of_a_file_are_listed() {
    HookFile file = hooks("\"Stop\": [" + "1,".repeat(100_000) + "1]");

    assertThat(file.problems()).hasSize(Problems.MAX + 1);
    assertThat(file.problems().get(Problems.MAX).reason())
        .isEqualTo("there are more problems, which are not listed");
  }

  @Test
  void a_comment_is_reported_as_such() {
    assertThat(read("{\n  // mine\n  \"hooks\": {}}").problems())
        .containsExactly(new Problem("f.json", 2, 3, "not valid JSON: comments are not allowed"));
  }

  @Test
  void a_file_that_is_not_utf_8_is_one_problem() {
    byte[] text = "{\"hooks\": {\"name\": \"\u00e9\"}}".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(HookFileReader.read("f.json", Origin.USER, text).problems())
        .containsExactly(Problem.ofFile("f.json", "it is not UTF-8"));
  }

  @Test
  void null_counts_as_absent() {
    HookFile file =
        hooks(
            """
            "enabled": null,
            "Stop": [{"name": null, "hooks": [{"type": "command", "command": "c", "timeout": null}]}]
            """);

    assertThat(file.problems()).isEmpty();
    assertThat(List.of(file.defaults())).containsExactly(HookDefaults.NONE);
  }
}
