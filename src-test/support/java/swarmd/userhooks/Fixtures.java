package swarmd.userhooks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;
import swarmd.userhooks.UserHook.Origin;

/** Hooks, plans and events for tests. */
final class Fixtures {
  static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Map<String, EventKind> KINDS =
      Map.of(
          "PreToolUse", EventKind.BEFORE_TOOL,
          "PostToolUse", EventKind.AFTER_TOOL,
          "PostToolUseFailure", EventKind.TOOL_FAILED,
          "PermissionRequest", EventKind.PERMISSION_REQUEST,
          "UserPromptSubmit", EventKind.PROMPT_SUBMITTED,
          "SessionStart", EventKind.SESSION_START,
          "SessionEnd", EventKind.SESSION_END,
          "SubagentStart", EventKind.SUBAGENT_START,
          "SubagentStop", EventKind.SUBAGENT_STOP,
          "Stop", EventKind.STOP);

  private Fixtures() {}

  static HookEvent event(String name, Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    all.put("hook_event_name", name);
    all.putIfAbsent("session_id", "s1");
    return new HookEvent(
        HostProfiles.CLAUDE,
        name,
        KINDS.getOrDefault(name, EventKind.OTHER),
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

  static UserHook command(String line, Duration limit, Behaviour behaviour) {
    return hook(new Action.Command(line), limit, behaviour);
  }

  static UserHook hook(Action action, Duration limit, Behaviour behaviour) {
    return new UserHook(
        "guard", action, limit, behaviour, behaviour, Optional.empty(), Origin.USER);
  }

  static HookPlan sequence(UserHook... hooks) {
    return new HookPlan(List.of(hooks), true, 5);
  }

  static HookPlan parallel(int maxConcurrent, List<UserHook> hooks) {
    return new HookPlan(hooks, false, maxConcurrent);
  }
}
