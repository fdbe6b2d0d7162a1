package swarmd.swarm;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What can be asked of the stored tasks. */
public interface TaskQueries {

  /** The order in which tasks are handed out. */
  Comparator<Task> CLAIM_ORDER =
      Comparator.comparingInt(Task::priority).thenComparingLong(Task::id);

  Optional<Task> find(long id);

  /** Fewer than the limit where they are long: after the last page comes an empty one. */
  List<Task> list(TaskFilter filter);

  /** A task's events, oldest first. */
  List<TaskEvent> history(long taskId);

  /** Events after the given one, oldest first; fewer than the limit where they are long. */
  List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit);

  /** The newest events up to the given one, oldest first; fewer where they are long. */
  List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit);

  /** The newest event's id, 0 where there is none. */
  long lastEventId();

  List<SwarmSummary> summaries(Optional<String> project);

  List<Task> claimed(Optional<String> project, int limit);

  /** The claimed tasks of a project that own files. */
  List<Task> claimedWithFiles(String project);

  /** How many tasks a session's agents have done since then. */
  int countDone(String project, String session, long since);

  /** What the agents of a session hold. */
  List<Task> heldInSession(String project, String session);

  /** What would be handed out next in the project, or in one swarm of it. */
  List<Task> claimable(String project, Optional<String> swarm, int limit);

  /** When the first of the current leases ends. */
  OptionalLong nextExpiry();

  /** Which tasks to list, in the order of their ids. */
  record TaskFilter(
      Optional<String> project,
      Optional<String> swarm,
      Optional<TaskStatus> status,
      long after,
      int limit) {}
}
