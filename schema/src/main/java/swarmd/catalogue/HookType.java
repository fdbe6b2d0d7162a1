package swarmd.catalogue;

import java.util.Locale;
import java.util.Optional;

/**
 * The fifteen hook types, by the names that people and URLs use. Four of them are parts of the
 * chain that judges a Stop; each of the others is an event of its own.
 */
public enum HookType {
  KEYWORD_DETECTOR(EventKind.PROMPT_SUBMITTED),
  RALPH(EventKind.STOP),
  AUTOPILOT(EventKind.STOP),
  PERSISTENT_MODE(EventKind.STOP),
  STOP_CONTINUATION(EventKind.STOP),
  SESSION_START(EventKind.SESSION_START),
  SESSION_END(EventKind.SESSION_END),
  PRE_TOOL_USE(EventKind.BEFORE_TOOL),
  POST_TOOL_USE(EventKind.AFTER_TOOL),
  SUBAGENT_START(EventKind.SUBAGENT_START),
  SUBAGENT_STOP(EventKind.SUBAGENT_STOP),
  PRE_COMPACT(EventKind.BEFORE_COMPACTION),
  SETUP_INIT(EventKind.SETUP_INIT),
  SETUP_MAINTENANCE(EventKind.SETUP_MAINTENANCE),
  PERMISSION_REQUEST(EventKind.PERMISSION_REQUEST);

  private final EventKind kind;
  private final String label;

  HookType(EventKind kind) {
    this.kind = kind;
    label = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The event that this type handles. */
  public EventKind kind() {
    return kind;
  }

  /** As in URLs, OMC_SKIP_HOOKS and `swarm hooks list`. */
  public String label() {
    return label;
  }

  public static Optional<HookType> of(String label) {
    for (HookType type : values()) {
      if (type.label.equals(label)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Whether an event of this kind meets the handlers of this type. */
  public boolean handles(EventKind event) {
    return event == kind || this == POST_TOOL_USE && event == EventKind.TOOL_FAILED;
  }
}
