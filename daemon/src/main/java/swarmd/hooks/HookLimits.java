package swarmd.hooks;

import java.time.Duration;
import swarmd.catalogue.EventKind;

/**
 * How long all handlers of an event may take together: less than the client waits, so that the
 * recorded answer is the one the host got.
 *
 * @param clientWaits how long the client waits; a long wait means that slow hooks should decide
 */
public record HookLimits(Duration clientWaits) {
  /** How long the client waits by default. */
  public static final Duration USUAL_WAIT = Duration.ofSeconds(10);

  private static final Duration TOOL = Duration.ofSeconds(5);

  /** Claude Code gives all hooks 1.5 s in total when a session ends. */
  private static final Duration SESSION_END = Duration.ofSeconds(1);

  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);
  private static final int MIN_PARTS = 5;

  public Duration of(EventKind kind) {
    Duration longest = clientWaits.minus(margin());
    return switch (kind.timeLimit()) {
      case SESSION_END -> shorter(SESSION_END, longest);
      case TOOL -> isPatient() ? longest : shorter(TOOL, longest);
      case USUAL -> longest;
    };
  }

  /** Whether tools may wait longer than usual for their hooks. */
  public boolean isPatient() {
    return clientWaits.compareTo(USUAL_WAIT) > 0;
  }

  private Duration margin() {
    return shorter(LONGEST_MARGIN, clientWaits.dividedBy(MIN_PARTS));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
