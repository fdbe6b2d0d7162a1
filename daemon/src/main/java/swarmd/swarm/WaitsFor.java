package swarmd.swarm;

import java.util.List;

/**
 * Why a task is blocked.
 *
 * @param tasks the unsettled ones that it depends on
 * @param waves the lower waves of its swarm that have unsettled tasks
 */
public record WaitsFor(List<Dependency> tasks, List<Wave> waves) {
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
