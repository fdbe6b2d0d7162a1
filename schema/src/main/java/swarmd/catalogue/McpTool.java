package swarmd.catalogue;

import java.util.Locale;
import java.util.Optional;

/** What an agent without a shell calls by MCP, instead of `swarm` and its commands. */
public enum McpTool {
  TASK_LIST(Effect.NONE),
  TASK_SHOW(Effect.NONE),
  TASK_ADD(Effect.EACH_TIME),
  TASK_CLAIM(Effect.ONCE),
  TASK_RENEW(Effect.ONCE),
  TASK_RELEASE(Effect.ONCE),
  TASK_COMPLETE(Effect.ONCE),
  TASK_FAIL(Effect.ONCE),
  NOTE(Effect.ONCE),
  SEND(Effect.ONCE),
  INBOX(Effect.ONCE),
  STATUS(Effect.NONE),
  MODE_SET(Effect.ONCE);

  /** The name of our server in hosts' settings, and so in the names of its tools. */
  public static final String SERVER = "swarmd";

  /** The argument that our hook adds to a call, so that the daemon knows whose call it is. */
  public static final String TICKET = "_swarm";

  private enum Effect {
    NONE,
    /** The same call a second time changes nothing more. */
    ONCE,
    EACH_TIME
  }

  private final Effect effect;

  McpTool(Effect effect) {
    this.effect = effect;
  }

  /** As clients call it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<McpTool> of(String label) {
    for (McpTool tool : values()) {
      if (tool.label().equals(label)) {
        return Optional.of(tool);
      }
    }
    return Optional.empty();
  }

  public boolean readsOnly() {
    return effect == Effect.NONE;
  }

  /** Whether a call may be sent again if its answer got lost. */
  public boolean mayRepeat() {
    return effect != Effect.EACH_TIME;
  }
}
