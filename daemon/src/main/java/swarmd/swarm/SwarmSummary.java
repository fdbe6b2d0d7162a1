package swarmd.swarm;

import java.util.List;
import java.util.Map;

/**
 * A swarm and the number of its tasks in each status.
 *
 * @param since when its state began
 * @param paused whether nobody gets its tasks for now
 * @param checks that all its tasks need
 * @param limits how many of its tasks can be claimed at the same time
 */
public record SwarmSummary(
    SwarmId id,
    State state,
    long since,
    boolean paused,
    List<String> checks,
    ClaimLimits limits,
    Map<TaskStatus, Long> counts) {

  /** One that is neither paused nor limited, and needs no checks. */
  public SwarmSummary(SwarmId id, State state, long since, Map<TaskStatus, Long> counts) {
    this(id, state, since, false, List.of(), ClaimLimits.NONE, counts);
  }

  /** Complete: nothing is left to do. Stuck: all remaining tasks wait for a failed one. */
  public enum State {
    OPEN,
    COMPLETE,
    STUCK
  }

  public long count(TaskStatus status) {
    return counts.getOrDefault(status, 0L);
  }
}
