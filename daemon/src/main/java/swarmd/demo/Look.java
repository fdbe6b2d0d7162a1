package swarmd.demo;

import java.util.List;
import java.util.Optional;
import swarmd.swarm.Task;

/**
 * The show as it stands.
 *
 * @param at when it was looked at, by the show's own clock
 * @param fresh what happened since the last look, oldest first
 */
public record Look(long at, List<Moment> fresh, List<Task> tasks, List<Doing> agents) {

  /**
   * What an agent does now.
   *
   * @param task what it holds, or died with
   */
  public record Doing(String agent, Optional<Long> task, boolean dead) {}
}
