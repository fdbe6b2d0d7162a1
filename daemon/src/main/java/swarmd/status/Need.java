package swarmd.status;

import java.util.Locale;
import java.util.Optional;

/**
 * Something that goes on only if the person does something.
 *
 * @param text what it is, in one line
 * @param command what to type; absent if that would not help
 */
public record Need(Kind kind, String text, Optional<String> command) {

  /** In the order in which they are shown. */
  public enum Kind {
    PERMISSION,
    STUCK_SWARM,
    FAILED_TASK,
    ENDING_LEASE,
    SILENT_SESSION,
    UNTRUSTED_HOOKS,
    RESTART;

    /** The name in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
