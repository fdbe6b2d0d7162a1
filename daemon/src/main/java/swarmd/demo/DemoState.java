package swarmd.demo;

import java.util.List;
import java.util.Optional;
import swarmd.swarm.Task;

/**
 * The state of the demo.
 *
 * @param at when it was read; epoch milliseconds
 * @param newEvents the events since the previous poll, oldest first
 */
public record DemoState(
    long at, List<DemoEvent> newEvents, List<Task> tasks, List<AgentState> agents) {

  /**
   * What an agent is doing.
   *
   * @param task the task that it holds, or held when it died
   */
  public record AgentState(String agent, Optional<Long> task, boolean dead) {}
}
