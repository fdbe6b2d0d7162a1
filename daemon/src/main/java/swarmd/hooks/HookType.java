package swarmd.hooks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The fifteen types of hooks. A Stop is of four types at once, which are asked one after the other;
 * all other events are of one type, or of none.
 */
public enum HookType {
  KEYWORD_DETECTOR,
  RALPH,
  AUTOPILOT,
  PERSISTENT_MODE,
  STOP_CONTINUATION,
  SESSION_START,
  SESSION_END,
  PRE_TOOL_USE,
  POST_TOOL_USE,
  SUBAGENT_START,
  SUBAGENT_STOP,
  PRE_COMPACT,
  SETUP_INIT,
  SETUP_MAINTENANCE,
  PERMISSION_REQUEST;

  /** What a Stop is, in the order in which they are asked. */
  public static final List<HookType> STOP =
      List.of(RALPH, AUTOPILOT, PERSISTENT_MODE, STOP_CONTINUATION);

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<HookType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
  }

  /** The normalised fields without which it cannot be answered. */
  public List<String> required() {
    return switch (this) {
      case SESSION_END, SUBAGENT_START, SUBAGENT_STOP, PRE_COMPACT, SETUP_INIT, SETUP_MAINTENANCE ->
          List.of("cwd", "session_id");
      case PERMISSION_REQUEST -> List.of("cwd", "session_id", "tool_name");
      default -> List.of();
    };
  }

  /** Whether only listed fields of its payload are kept. */
  public boolean sensitive() {
    return switch (this) {
      case PERMISSION_REQUEST, SETUP_INIT, SETUP_MAINTENANCE, SESSION_END -> true;
      default -> false;
    };
  }
}
