package swarmd.hosts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swarmd.hooks.HookType;

/** The only fields that are kept of events that are sensitive. */
final class SensitiveFields {
  private static final Set<String> ALL =
      Set.of(
          "session_id",
          "transcript_path",
          "cwd",
          "hook_event_name",
          "timestamp",
          "prompt_id",
          "permission_mode",
          "agent_id",
          "agent_type");

  private static final Map<HookType, Set<String>> MORE =
      Map.of(
          HookType.PERMISSION_REQUEST,
          Set.of("tool_name", "tool_input", "tool_use_id", "permission_suggestions"),
          HookType.SESSION_END,
          Set.of("reason"),
          HookType.SETUP_INIT,
          Set.of("trigger"),
          HookType.SETUP_MAINTENANCE,
          Set.of("trigger"));

  private SensitiveFields() {}

  /** The same fields for events that are not sensitive. */
  static Map<String, Object> only(List<HookType> types, Map<String, Object> fields) {
    Map<String, Object> kept = new LinkedHashMap<>(fields);
    types.stream()
        .filter(HookType::sensitive)
        .forEach(
            type -> kept.keySet().removeIf(name -> !ALL.contains(name) && !isListed(type, name)));
    return kept;
  }

  private static boolean isListed(HookType type, String name) {
    return MORE.getOrDefault(type, Set.of()).contains(name);
  }
}
