package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Origin;

final class HookMatcherTest {

  private static boolean matches(String matcher, HookEvent event) {
    return HookMatcher.of(matcher).matches(Events.subject(event));
  }

  /** A matcher that is an object. */
  private static boolean partsMatch(String json, HookEvent event) {
    String file =
        "{\"hooks\":{\"%s\":[{\"matcher\":%s,\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]}}"
            .formatted(event.name(), json);
    HookFile read = HookFileReader.read("f", Origin.USER, file.getBytes(StandardCharsets.UTF_8));
    return read.groups().stream().anyMatch(g -> g.matcher().matches(Events.subject(event)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "*; Read; true",
        "*; mcp__memory__get; true",
        "''; Bash; true",
        "^Read$; Read; true",
        "^Read$; ReadMany; false",
        "^Read$; Grep; false",
        "Read|Grep|Bash; Read; true",
        "Read|Grep|Bash; Grep; true",
        "Read|Grep|Bash; Bash; true",
        "Read|Grep|Bash; BashOutput; false",
        "Read|Grep|Bash; Write; false",
        "^Bash.*; Bash; true",
        "^Bash.*; BashOutput; true",
        "^Bash.*; MyBash; false",
        "Bash; BashOutput; false",
        "bash; Bash; false",
        "Read | Grep; Grep; true",
        "Notebook.*; NotebookEdit; true",
        "mcp__.*__get; mcp__memory__get_all; true",
        "(?i)bash; MyBash; true"
      })
  void a_string_is_exact_names_or_a_regular_expression(String matcher, String tool, boolean is) {
    assertThat(matches(matcher, Events.tool("PreToolUse", tool))).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Read|Write|Edit; Write; true",
        "Read | Write; Write; true",
        "Read|Write|Edit; WriteAll; false",
        "Bash\\\\(.*\\\\); Bash(ls); true",
        "Bash\\\\(.*\\\\); Bash; false",
        "Bash.*; BashOutput; true",
        "Bash.*; MyBash; false",
        "ash; Bash; false",
        "*; Anything; true",
        "Read|Notebook.*; NotebookEdit; true",
        "Bash(|Read; Read; true",
        "Bash(; Bash(; true",
        "Bash(; Bash; false"
      })
  void tools_are_names_or_a_regular_expression_of_the_whole_name(
      String tools, String tool, boolean is) {
    assertThat(partsMatch("{\"tools\":\"" + tools + "\"}", Events.tool("PreToolUse", tool)))
        .isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "*.ts; /home/ann/tool/src/a.ts; true",
        "*.ts; /home/ann/tool/src/a.tsx; false",
        "src/**; /home/ann/tool/src/x/a.ts; true",
        "src/**; /home/ann/tool/srcs/a.ts; false",
        "/home/**/a.ts; /home/ann/tool/src/a.ts; true",
        "src/*.ts; a.ts; true", // relative to the host's working directory
        "src/**; /home/ann/tool/src/../secret; false",
        "secret; /home/ann/tool/src/../secret; true",
        ".env; /etc/.env; true"
      })
  void paths_are_matched_relative_to_the_project(String glob, String path, boolean is) {
    assertThat(partsMatch("{\"paths\":\"" + glob + "\"}", Events.file("Write", path)))
        .isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"file_path", "notebook_path", "absolute_path", "path"})
  void a_tools_file_is_found_in_any_path_field(String field) {
    HookEvent event =
        Events.of(
            "PreToolUse",
            Map.of("tool_name", "x", "tool_input", Map.of(field, "/home/ann/tool/src/a.ts")));

    assertThat(partsMatch("{\"paths\":\"src/*.ts\"}", event)).isTrue();
    assertThat(partsMatch("{\"paths\":\"*.js\"}", event)).isFalse();
  }

  @Test
  void a_changed_file_has_a_path_without_a_tool() {
    HookEvent event = Events.of("FileChanged", Map.of("file_path", "/home/ann/tool/src/a.ts"));

    assertThat(partsMatch("{\"paths\":\"src/*.ts\"}", event)).isTrue();
    assertThat(partsMatch("{\"paths\":\"*.js\"}", event)).isFalse();
  }

  @Test
  void commands_match_any_shell_tool() {
    Map<String, ?> fields =
        Map.of("tool_name", "run_shell_command", "tool_input", Map.of("command", "rm -rf x"));

    assertThat(partsMatch("{\"commands\":\"^rm\"}", Events.from("gemini", "BeforeTool", fields)))
        .isTrue();
  }

  @Test
  void a_command_pattern_may_match_a_part_of_the_line() {
    String matcher = "{\"commands\":\"\\\\brm\\\\s+-rf\\\\b\"}";
    assertThat(partsMatch(matcher, Events.command("cd /tmp && rm  -rf x"))).isTrue();
    assertThat(partsMatch(matcher, Events.command("rmdir x"))).isFalse();
  }

  @Test
  void all_parts_must_match() {
    String matcher = "{\"tools\":\"Write|Edit\",\"paths\":\"*.md\"}";
    assertThat(partsMatch(matcher, Events.file("Write", "/x/a.md"))).isTrue();
    assertThat(partsMatch(matcher, Events.file("Read", "/x/a.md"))).isFalse();
    assertThat(partsMatch(matcher, Events.file("Write", "/x/a.txt"))).isFalse();
  }

  @Test
  void a_part_that_the_event_does_not_have_does_not_match() {
    assertThat(partsMatch("{\"paths\":\"*\"}", Events.command("ls"))).isFalse();
    assertThat(partsMatch("{\"commands\":\".*\"}", Events.file("Write", "/a"))).isFalse();
    assertThat(partsMatch("{\"tools\":\"*\"}", Events.of("Stop", Map.of()))).isFalse();
    assertThat(matches("Write", Events.of("PreToolUse", Map.of()))).isFalse();
  }

  @Test
  void an_object_without_parts_matches_all() {
    assertThat(partsMatch("{}", Events.of("Stop", Map.of()))).isTrue();
    assertThat(partsMatch("{\"tools\":\"\"}", Events.command("ls"))).isTrue();
    assertThat(partsMatch("null", Events.command("ls"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "SessionStart, source, startup",
    "SessionEnd, reason, clear",
    "Notification, notification_type, idle_prompt",
    "SubagentStart, agent_type, Explore",
    "SubagentStop, agent_type, Explore",
    "PreCompact, trigger, auto",
    "PostCompact, trigger, manual",
    "Setup, trigger, init",
    "ConfigChange, source, user_settings",
    "StopFailure, error, server_error",
    "InstructionsLoaded, load_reason, session_start",
    "Elicitation, mcp_server_name, stub",
    "UserPromptExpansion, command_name, greet",
    "PostToolUseFailure, tool_name, Bash",
    "PermissionRequest, tool_name, Bash",
    "PermissionDenied, tool_name, Bash"
  })
  void each_event_has_its_own_subject(String name, String field, String value) {
    HookEvent event = Events.of(name, Map.of(field, value));
    assertThat(matches(value, event)).isTrue();
    assertThat(matches("other|" + value, event)).isTrue();
    assertThat(matches("other", event)).isFalse();
  }

  @Test
  void a_changed_file_is_matched_by_its_name() {
    HookEvent event = Events.of("FileChanged", Map.of("file_path", "/x/package.json"));
    assertThat(matches("^package\\.json$", event)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"Stop", "UserPromptSubmit", "TaskCreated", "CwdChanged", "PostToolBatch"})
  void events_without_a_subject_ignore_a_string(String name) {
    assertThat(matches("Write", Events.of(name, Map.of()))).isTrue();
    assertThat(matches("^x$", Events.of(name, Map.of()))).isTrue();
  }

  @Test
  void a_pattern_that_takes_too_long_is_given_up_and_its_hooks_run() {
    HookEvent event = Events.command("a".repeat(5_000) + "b");
    MatchSubject subject = Events.subject(event);
    HookMatcher.Commands commands = HookMatcher.Commands.of("(a+)+$");

    assertThat(commands.matches(subject)).isTrue();
    assertThat(subject.undecided()).containsExactly("(a+)+$");
  }

  @Test
  void a_pattern_that_recurses_too_deeply_is_given_up() {
    MatchSubject subject = Events.subject(Events.command("ab".repeat(100_000)));

    assertThat(HookMatcher.Commands.of("^(?:a|b)*c").matches(subject)).isTrue();
    assertThat(subject.undecided()).isNotEmpty();
  }

  @Test
  void all_matchers_of_an_event_share_one_budget() {
    MatchSubject subject = Events.subject(Events.command("a".repeat(5_000) + "b"));
    for (int i = 0; i < 1_000; i++) {
      assertThat(HookMatcher.Commands.of("(a+)+$").matches(subject)).isTrue();
    }
    assertThat(subject.undecided()).hasSize(1_000);
  }

  @Test
  void an_ordinary_pattern_can_match_a_long_command() {
    MatchSubject subject = Events.subject(Events.command("echo " + "x".repeat(100_000)));

    assertThat(HookMatcher.Commands.of("\\brm\\s").matches(subject)).isFalse();
    assertThat(subject.undecided()).isEmpty();
  }
}
