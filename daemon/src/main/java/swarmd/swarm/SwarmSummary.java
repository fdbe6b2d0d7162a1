package swarmd.swarm;

import java.util.Map;

/**
 * A swarm and how many of its tasks are in which status.
 *
 * @param since when its state began
 */
public record SwarmSummary(SwarmId id, State state, long since, Map<TaskStatus, Long> counts) {

  /** Complete: nothing is left to do. Stuck: what is left waits for a task that failed. */
  public enum State {
    OPEN,
    COMPLETE,
    STUCK
  }

  public long count(TaskStatus status) {
    return counts.getOrDefault(status, 0L);
  }
}
