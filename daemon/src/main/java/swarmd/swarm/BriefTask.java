package swarmd.swarm;

import java.util.List;

/**
 * A task as one of many: without its long texts.
 *
 * @param waitsFor why it is not claimable
 */
public record BriefTask(Task task, WaitsFor waitsFor) {

  public static List<BriefTask> of(List<Task> tasks, TaskQueries queries, long now) {
    Obstacles obstacles = new Obstacles(queries, now);
    return tasks.stream().map(task -> new BriefTask(task, obstacles.of(task))).toList();
  }
}
