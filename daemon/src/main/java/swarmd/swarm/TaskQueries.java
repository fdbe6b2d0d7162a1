package swarmd.swarm;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import swarmd.common.NumberRange;

/** Queries on the stored tasks. */
public interface TaskQueries {

  /** The order in which tasks are claimed. */
  Comparator<Task> CLAIM_ORDER =
      Comparator.comparingInt(Task::priority).thenComparingLong(Task::id);

  Optional<Task> find(long id);

  /** May return fewer than the limit if the texts are long; only an empty page is the end. */
  List<Task> list(TaskFilter filter);

  /** A task's events, oldest first. */
  List<TaskEvent> history(long taskId);

  /** Events after the given one, oldest first; may return fewer than the limit if they are long. */
  List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit);

  /** The newest events up to the given one, oldest first; may be fewer if they are long. */
  List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit);

  /** The newest event's id, or 0 if there is none. */
  long lastEventId();

  List<SwarmSummary> summaries(Optional<String> project);

  List<Task> claimed(Optional<String> project, int limit);

  /** The claimed tasks of a project that own files. */
  List<Task> claimedWithFiles(String project);

  /** The number of tasks that a session's agents have done since then. */
  int countDone(String project, String session, long since);

  /** The tasks that the agents of a session hold. */
  List<Task> heldInSession(String project, String session);

  /** The tasks that the agents of a session have lost without knowing it, oldest first. */
  List<LostTask> lostIn(String project, String session);

  /** Those of all sessions. */
  List<LostTask> lost();

  /** The tasks that would be claimed next in the project, or in one swarm of it. */
  List<Task> claimable(String project, Optional<String> swarm, int limit);

  /** When the first of the current leases ends. */
  OptionalLong nextExpiry();

  /**
   * Which tasks to list, in the order of their ids.
   *
   * @param swarm a blank name counts as none
   * @param after only tasks with a larger id
   */
  record TaskFilter(
      Optional<String> project,
      Optional<String> swarm,
      Optional<TaskStatus> status,
      long after,
      int limit) {

    public static final NumberRange AFTER = NumberRange.atLeast("after", 0);
    public static final NumberRange LIMIT = new NumberRange("limit", 1, 1_000);
    public static final int DEFAULT_LIMIT = 100;

    /**
     * Checks the limits.
     *
     * @throws swarmd.common.InvalidValue if a value is beyond its limit
     */
    public TaskFilter {
      swarm = SwarmId.NAME.check(swarm).filter(name -> !name.isBlank());
      AFTER.check(after);
      LIMIT.check(limit);
    }
  }
}
