package swarmd.swarm;

import java.util.Map;

/**
 * A swarm and the number of its tasks in each status.
 *
 * @param since when its state began
 * @param paused whether nobody gets its tasks for now
 */
public record SwarmSummary(
    SwarmId id, State state, long since, boolean paused, Map<TaskStatus, Long> counts) {

  /** One that is not paused. */
  public SwarmSummary(SwarmId id, State state, long since, Map<TaskStatus, Long> counts) {
    this(id, state, since, false, counts);
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
