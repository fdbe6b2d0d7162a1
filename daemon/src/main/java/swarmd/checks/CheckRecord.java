package swarmd.checks;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The result of a check that the daemon has run. Times are epoch milliseconds.
 *
 * @param id grows with every record; 0 until it is stored
 * @param folder the work tree that it ran in
 * @param session of the agent that requested it; empty if a person did
 * @param exitCode absent if it was stopped
 * @param output the end of what it printed
 * @param tree the work tree before it ran; absent outside git
 * @param digestAfter of the work tree after it ran, since a check may write files
 * @param lastEdit when an agent of the session last edited a file before it ran
 */
public record CheckRecord(
    long id,
    String project,
    String name,
    String command,
    String folder,
    Optional<String> session,
    String agent,
    long startedAt,
    long durationMillis,
    Ending ending,
    OptionalInt exitCode,
    String output,
    Optional<TreeState> tree,
    Optional<String> digestAfter,
    Optional<Long> lastEdit) {

  public static final int MAX_OUTPUT = 8_000;

  public CheckRecord {
    if (output.length() > MAX_OUTPUT) {
      throw new IllegalArgumentException("output: " + output.length());
    }
  }

  /** How it ended. */
  public enum Ending {
    PASSED,
    FAILED,
    TIMED_OUT,
    /** The caller or the daemon stopped it. */
    STOPPED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Ending of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public boolean passed() {
    return ending == Ending.PASSED;
  }
}
