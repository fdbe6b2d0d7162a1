package swarmd.swarm;

import java.util.Locale;
import java.util.Optional;
import swarmd.common.TextLength;

/**
 * Something that happened to a task or a swarm; a task's events are its history.
 *
 * @param agent the holder of the task at that time
 * @param work what the holder has left, if its lease ended without a result
 * @param by who made the change, if it was not the holder or the daemon
 */
public record TaskEvent(
    long id,
    long at,
    Kind kind,
    String project,
    String swarm,
    Optional<Long> taskId,
    Optional<String> agent,
    Optional<String> session,
    Optional<Long> fence,
    Optional<Actor> by,
    Optional<String> note,
    Optional<Work> work) {

  public static final TextLength NOTE = TextLength.upTo(1_000_000, "note");

  /** The number of characters that users and agents wrote. */
  public long textLength() {
    return note.map(String::length).orElse(0);
  }

  public enum Kind {
    CREATED,
    CLAIMED,
    RELEASED,
    EXPIRED,
    CHECK_FAILED,
    COMPLETED,
    FAILED,
    RETRIED,
    CANCELLED,
    REOPENED,
    EDITED,
    /** Its holder has got a worktree. */
    WORKTREE,
    LANDED,
    /** Its work did not fit into the branch that it lands in, so it is to be done again. */
    LAND_FAILED,
    SWARM_COMPLETE,
    SWARM_STUCK,
    SWARM_PAUSED,
    SWARM_RESUMED,
    SWARM_EDITED,
    SWARM_LIMITED;

    /** The name that is stored and shown. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Whether a claim that waits may get a task after it, or hear that there will be none. */
    boolean mayEndWaiting() {
      return switch (this) {
        case CREATED, RELEASED, EXPIRED, COMPLETED, RETRIED, CANCELLED, REOPENED, EDITED -> true;
        case LAND_FAILED -> true;
        case FAILED -> true; // fewer tasks are claimed, which may be limited
        case SWARM_COMPLETE, SWARM_STUCK, SWARM_RESUMED, SWARM_LIMITED -> true;
        case CLAIMED, CHECK_FAILED, WORKTREE, LANDED, SWARM_PAUSED, SWARM_EDITED -> false;
      };
    }
  }
}
