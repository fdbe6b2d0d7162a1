package swarmd.hooks;

import java.time.Duration;
import swarmd.catalogue.EventKind;

/**
 * How long all handlers of an event may take together: less than the client waits, so that what is
 * answered is also what is recorded.
 *
 * @param clientWaits a person who has it wait longer than usual wants slow hooks to decide
 */
public record HookLimits(Duration clientWaits) {
  /** What the client waits unless it is told otherwise. */
  public static final Duration USUAL_WAIT = Duration.ofSeconds(10);

  private static final Duration TOOL = Duration.ofSeconds(5);

  /** Claude Code gives all hooks of a session's end 1.5 s together. */
  private static final Duration SESSION_END = Duration.ofSeconds(1);

  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);
  private static final int LEAST_PARTS = 5;

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
    return shorter(LONGEST_MARGIN, clientWaits.dividedBy(LEAST_PARTS));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
