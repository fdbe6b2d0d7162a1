package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;
import swarmd.userhooks.UserHook.Origin;

final class HookPlannerTest {
  private final HookPlanner planner = new HookPlanner(List.of());
  private final List<HookFile> files = new ArrayList<>();

  private HookPlannerTest with(Origin origin, String inside) {
    byte[] text = ("{\"hooks\":{" + inside + "}}").getBytes(StandardCharsets.UTF_8);
    HookFile file = HookFileReader.read(origin + ".json", origin, text);
    assertThat(file.problems()).isEmpty();
    files.add(file);
    return this;
  }

  private static String group(String event, String more, String... commands) {
    List<String> hooks = new ArrayList<>();
    for (String command : commands) {
      hooks.add("{\"type\":\"command\",\"command\":\"" + command + "\"}");
    }
    return "\"%s\":[{%s\"hooks\":[%s]}]".formatted(event, more, String.join(",", hooks));
  }

  private HookConfig config() {
    return HookConfig.merge(files, HookDefaults.NONE);
  }

  private HookPlan plan(HookEvent event) {
    return planner.plan(event, config());
  }

  private List<String> commands(HookEvent event) {
    return plan(event).hooks().stream()
        .map(hook -> ((Action.Command) hook.action()).line())
        .toList();
  }

  @Test
  void without_configuration_nothing_runs() {
    assertThat(plan(Events.command("ls"))).isEqualTo(HookPlan.EMPTY);
  }

  @Test
  void only_hooks_of_the_event_that_match_run() {
    with(
        Origin.USER,
        """
        "PreToolUse": [
          {"matcher": "Write", "hooks": [{"type": "command", "command": "a"}]},
          {"matcher": "Bash", "hooks": [{"type": "command", "command": "b"}]}],
        "PostToolUse": [{"hooks": [{"type": "command", "command": "c"}]}]
        """);

    assertThat(commands(Events.command("ls"))).containsExactly("b");
    assertThat(commands(Events.tool("PostToolUse", "Bash"))).containsExactly("c");
    assertThat(commands(Events.of("Stop", Map.of()))).isEmpty();
  }

  @Test
  void one_name_serves_all_hosts() {
    with(Origin.USER, group("BeforeTool", "", "a"));
    with(Origin.USER, group("pre-tool-use", "", "b"));
    Map<String, ?> fields = Map.of("tool_name", "x", "tool_input", Map.of());

    assertThat(commands(Events.from("claude", "PreToolUse", fields))).containsExactly("a", "b");
    assertThat(commands(Events.from("gemini", "BeforeTool", fields))).containsExactly("a", "b");
    assertThat(commands(Events.from("generic", "pre-tool-use", fields))).containsExactly("a", "b");
  }

  @Test
  void hooks_run_in_the_order_user_project_local_plugins() {
    with(Origin.USER, group("Stop", "\"order\": 9,", "user"));
    with(Origin.PROJECT, group("Stop", "\"order\": 5,", "project"));
    with(Origin.LOCAL, group("Stop", "\"order\": -5,", "local"));
    with(Origin.PLUGIN, group("Stop", "\"order\": -9,", "plugin"));

    assertThat(commands(Events.of("Stop", Map.of())))
        .containsExactly("user", "project", "local", "plugin");
    assertThat(plan(Events.of("Stop", Map.of())).hooks())
        .extracting(UserHook::origin)
        .containsExactly(Origin.values());
  }

  @Test
  void within_a_file_hooks_run_by_order_and_then_by_position() {
    with(
        Origin.USER,
        """
        "Stop": [
          {"order": 2, "hooks": [{"type": "command", "command": "c"}]},
          {"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}]},
          {"order": 2, "hooks": [{"type": "command", "command": "d"}]},
          {"order": -1, "hooks": [{"type": "command", "command": "first"}]}]
        """);

    assertThat(commands(Events.of("Stop", Map.of()))).containsExactly("first", "a", "b", "c", "d");
  }

  @Test
  void identical_commands_run_once_where_they_come_first() {
    with(Origin.USER, group("Stop", "", "a", "b", "a"));
    with(Origin.PROJECT, group("Stop", "", "b", "c"));

    assertThat(commands(Events.of("Stop", Map.of()))).containsExactly("a", "b", "c");
  }

  @Test
  void a_hook_that_does_not_match_in_one_place_runs_where_it_does() {
    with(Origin.USER, group("PreToolUse", "\"matcher\":\"Write\",", "a"));
    with(Origin.PROJECT, group("PreToolUse", "\"matcher\":\"Bash\",", "a"));

    assertThat(plan(Events.command("ls")).hooks())
        .extracting(UserHook::origin)
        .containsExactly(Origin.PROJECT);
  }

  @ParameterizedTest
  @CsvSource({
    "SessionStart, source, startup",
    "SessionStart, source, resume",
    "SessionStart, source, clear",
    "SessionEnd, reason, clear",
    "SessionEnd, reason, exit"
  })
  void every_start_and_end_of_a_session_matches_without_a_matcher(
      String event, String field, String value) {
    with(
        Origin.USER,
        """
        "session-startup": [
          {"hooks": [{"type": "command", "command": "all"}]},
          {"matcher": "clear", "hooks": [{"type": "command", "command": "cleared"}]}],
        "session-clear": [
          {"hooks": [{"type": "command", "command": "all"}]},
          {"matcher": "clear", "hooks": [{"type": "command", "command": "cleared"}]}]
        """);

    assertThat(commands(Events.from("gemini", event, Map.of(field, value))))
        .isEqualTo(value.equals("clear") ? List.of("all", "cleared") : List.of("all"));
  }

  @Test
  void plugins_come_last_for_the_events_they_name() {
    HookPlanner withPlugins =
        new HookPlanner(
            List.of(
                new PluginHook("guard", "org.example.Guard", Set.of("BeforeTool")),
                new PluginHook("other", "org.example.Other", Set.of("Stop"))));
    with(Origin.LOCAL, group("PreToolUse", "", "local"));

    assertThat(withPlugins.plan(Events.command("ls"), config()).hooks())
        .extracting(UserHook::name)
        .containsExactly("PreToolUse #1", "guard");
    with(Origin.LOCAL, "\"enabled\": false");
    assertThat(withPlugins.plan(Events.command("ls"), config())).isEqualTo(HookPlan.EMPTY);
  }

  @Test
  void a_plugin_that_no_file_names_uses_the_defaults() {
    HookPlanner withPlugins =
        new HookPlanner(List.of(new PluginHook("guard", "org.example.Guard", Set.of("*"))));
    with(
        Origin.USER,
        """
        "defaultTimeout": 2, "timeoutBehavior": "deny", "failureBehavior": "ask"
        """);

    assertThat(withPlugins.plan(Events.command("ls"), config()).hooks())
        .containsExactly(
            new UserHook(
                "guard",
                new Action.Plugin("org.example.Guard"),
                Duration.ofSeconds(2),
                Behaviour.DENY,
                Behaviour.ASK,
                Optional.empty(),
                Origin.PLUGIN));
  }

  @Test
  void a_plugin_without_an_answer_withdraws_approvals_of_permissions_and_is_ignored_elsewhere() {
    HookPlanner withPlugins =
        new HookPlanner(List.of(new PluginHook("guard", "org.example.Guard", Set.of("*"))));
    with(Origin.USER, "\"failureBehavior\": \"ignore\"");

    UserHook onPermission =
        withPlugins.plan(Events.tool("PermissionRequest", "Bash"), config()).hooks().get(0);
    UserHook beforeTool =
        withPlugins.plan(Events.tool("PreToolUse", "Bash"), config()).hooks().get(0);

    assertThat(onPermission.onFailure()).isEqualTo(Behaviour.WITHDRAW);
    assertThat(onPermission.onTimeout()).isEqualTo(Behaviour.WITHDRAW);
    assertThat(beforeTool.onFailure()).isEqualTo(Behaviour.IGNORE);
  }

  @Test
  void a_plugin_that_a_file_names_runs_once_with_the_files_settings() {
    with(
        Origin.USER,
        "\"PreToolUse\":[{\"hooks\":[{\"type\":\"java\",\"class\":\"org.example.Guard\","
            + "\"failureBehavior\":\"deny\"}]}]");
    HookPlanner withPlugins =
        new HookPlanner(List.of(new PluginHook("guard", "org.example.Guard", Set.of("*"))));

    assertThat(withPlugins.plan(Events.command("ls"), config()).hooks())
        .extracting(UserHook::onFailure)
        .containsExactly(Behaviour.DENY);
  }

  @ParameterizedTest
  @CsvSource({
    "PreToolUse, true",
    "PostToolUse, false",
    "PermissionRequest, true",
    "UserPromptSubmit, false",
    "Stop, true",
    "PostToolUseFailure, false",
    "SessionStart, false",
    "SubagentStop, false",
    "Notification, false",
    "BeforeModel, false"
  })
  void some_events_run_their_hooks_one_after_the_other(String name, boolean sequential) {
    with(Origin.USER, group(name, "", "a", "b"));

    assertThat(plan(Events.tool(name, "Bash")).sequential()).isEqualTo(sequential);
  }

  @Test
  void a_sequential_group_that_matches_makes_its_event_sequential() {
    with(Origin.USER, group("PostToolUse", "\"matcher\":\"Write\",\"sequential\":true,", "a"));
    with(Origin.USER, group("PostToolUse", "", "b"));

    assertThat(plan(Events.tool("PostToolUse", "Write")).sequential()).isTrue();
    assertThat(plan(Events.tool("PostToolUse", "Read")).sequential()).isFalse();
  }

  @Test
  void defaults_come_from_the_last_file() {
    with(
        Origin.USER,
        "\"defaultTimeout\": 1, \"failureBehavior\": \"ask\"," + group("Stop", "", "a"));
    with(Origin.LOCAL, "\"defaultTimeout\": 2.5, \"maxConcurrentHooks\": 3");
    HookPlan plan = plan(Events.of("Stop", Map.of()));

    assertThat(plan.maxConcurrent()).isEqualTo(3);
    assertThat(plan.hooks())
        .containsExactly(
            new UserHook(
                "Stop #1",
                new Action.Command("a"),
                Duration.ofMillis(2_500),
                Behaviour.IGNORE,
                Behaviour.ASK,
                Optional.empty(),
                Origin.USER));
  }

  @Test
  void a_hooks_own_settings_override_the_defaults() {
    with(
        Origin.USER,
        """
        "defaultTimeout": 9, "timeoutBehavior": "deny", "failureBehavior": "deny",
        "Stop": [{"name": "guard", "hooks": [{"type": "command", "command": "a", "timeout": 0.5,
          "timeoutBehavior": "ask", "failureBehavior": "ignore", "statusMessage": "checking"}]}]
        """);

    assertThat(plan(Events.of("Stop", Map.of())).hooks())
        .containsExactly(
            new UserHook(
                "guard",
                new Action.Command("a"),
                Duration.ofMillis(500),
                Behaviour.ASK,
                Behaviour.IGNORE,
                Optional.of("checking"),
                Origin.USER));
  }

  @Test
  void the_built_in_defaults_are_sixty_seconds_five_at_once_and_ignore() {
    HookConfig config = config();

    assertThat(config.enabled()).isTrue();
    assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.maxConcurrent()).isEqualTo(5);
    assertThat(config.onTimeout(EventKind.BEFORE_TOOL)).isEqualTo(Behaviour.IGNORE);
    assertThat(config.onFailure(EventKind.BEFORE_TOOL)).isEqualTo(Behaviour.IGNORE);
  }

  @Test
  void a_later_file_can_disable_hooks_and_an_even_later_one_enable_them() {
    with(Origin.USER, group("Stop", "", "a"));
    with(Origin.PROJECT, "\"enabled\": false");
    assertThat(commands(Events.of("Stop", Map.of()))).isEmpty();
    with(Origin.LOCAL, "\"enabled\": true");
    assertThat(commands(Events.of("Stop", Map.of()))).containsExactly("a");
  }

  @Test
  void a_hook_is_named_by_itself_its_group_or_its_number() {
    with(
        Origin.USER,
        """
        "Stop": [
          {"name": "guard", "hooks": [{"type": "command", "command": "a"},
            {"name": "own", "type": "command", "command": "b"}]},
          {"hooks": [{"type": "command", "command": "c"}]}]
        """);

    assertThat(plan(Events.of("Stop", Map.of())).hooks())
        .extracting(UserHook::name)
        .containsExactly("guard", "own", "Stop #3");
  }

  @Test
  void a_matcher_that_takes_too_long_is_reported_once() {
    with(Origin.USER, group("PreToolUse", "\"matcher\":{\"commands\":\"(a+)+$\"},", "a"));
    HookEvent event = Events.command("a".repeat(3_000) + "b");

    assertThat(commands(event)).containsExactly("a");
    assertThat(commands(event)).containsExactly("a");
    assertThat(planner.slowPatterns()).containsExactly("(a+)+$");
  }

  @Test
  void overrides_win_over_every_file() {
    with(Origin.LOCAL, "\"enabled\": true, \"maxConcurrentHooks\": 3");
    HookDefaults overrides =
        new HookDefaults(
            Optional.of(false),
            Optional.empty(),
            Optional.of(Behaviour.DENY),
            Optional.empty(),
            Optional.of(9));
    HookConfig config = HookConfig.merge(files, overrides);

    assertThat(config.enabled()).isFalse();
    assertThat(config.maxConcurrent()).isEqualTo(9);
    assertThat(config.onTimeout(EventKind.BEFORE_TOOL)).isEqualTo(Behaviour.DENY);
    assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
  }
}
