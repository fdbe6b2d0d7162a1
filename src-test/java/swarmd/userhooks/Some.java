package swarmd.userhooks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookType;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;
import swarmd.userhooks.UserHook.Origin;

/** Hooks, plans and events for tests. */
final class Some {
  static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Map<String, List<HookType>> TYPES =
      Map.of(
          "PreToolUse", List.of(HookType.PRE_TOOL_USE),
          "PostToolUse", List.of(HookType.POST_TOOL_USE),
          "PostToolUseFailure", List.of(HookType.POST_TOOL_USE),
          "PermissionRequest", List.of(HookType.PERMISSION_REQUEST),
          "UserPromptSubmit", List.of(HookType.KEYWORD_DETECTOR),
          "SessionStart", List.of(HookType.SESSION_START),
          "SessionEnd", List.of(HookType.SESSION_END),
          "SubagentStart", List.of(HookType.SUBAGENT_START),
          "SubagentStop", List.of(HookType.SUBAGENT_STOP),
          "Stop", HookType.STOP);

  private Some() {}

  static HookEvent event(String name, Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    all.put("hook_event_name", name);
    all.putIfAbsent("session_id", "s1");
    return new HookEvent(
        "claude",
        name,
        TYPES.getOrDefault(name, List.of()),
        Optional.of((String) all.get("session_id")),
        Optional.ofNullable((String) all.get("agent_id")),
        Optional.ofNullable((String) all.get("cwd")),
        Optional.ofNullable((String) all.get("cwd")),
        Set.of(),
        all);
  }

  static UserHook command(String line) {
    return command(line, LIMIT, Behaviour.IGNORE);
  }

  static UserHook command(String line, Duration limit, Behaviour otherwise) {
    return hook(new Action.Command(line), limit, otherwise);
  }

  static UserHook hook(Action action, Duration limit, Behaviour otherwise) {
    return new UserHook(
        "guard", action, limit, otherwise, otherwise, Optional.empty(), Origin.USER);
  }

  static HookPlan sequence(UserHook... hooks) {
    return new HookPlan(List.of(hooks), true, 5);
  }

  static HookPlan sideBySide(int atOnce, List<UserHook> hooks) {
    return new HookPlan(hooks, false, atOnce);
  }
}
