package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * Why a task is not claimable.
 *
 * @param tasks the unsettled ones that it depends on
 * @param waves the lower waves of its swarm that have unsettled tasks
 * @param until the time before which nobody gets it, if that is still ahead
 * @param limits those that are reached
 * @param pausedTags those of its tags that are paused
 * @param paused whether its swarm is paused
 */
public record WaitsFor(
    List<Dependency> tasks,
    List<Wave> waves,
    Optional<Long> until,
    List<Limit> limits,
    List<String> pausedTags,
    boolean paused) {

  /** Other tasks have to be finished first. */
  public WaitsFor(List<Dependency> tasks, List<Wave> waves) {
    this(tasks, waves, Optional.empty(), List.of(), List.of(), false);
  }

  /** Whether nothing keeps the task from being claimed. */
  public boolean isEmpty() {
    return tasks.isEmpty()
        && waves.isEmpty()
        && until.isEmpty()
        && limits.isEmpty()
        && pausedTags.isEmpty()
        && !paused;
  }

  /**
   * As many tasks as allowed are claimed.
   *
   * @param tag of these tasks; empty for all tasks of the swarm
   */
  public record Limit(Optional<String> tag, int most) {}

  /** A task that has to be done or cancelled first. */
  public record Dependency(long id, TaskStatus status) {}

  /**
   * A wave that has to be over first.
   *
   * @param unsettled how many of its tasks are neither done nor cancelled
   * @param failed how many of these have failed
   */
  public record Wave(int number, long unsettled, long failed) {}
}
