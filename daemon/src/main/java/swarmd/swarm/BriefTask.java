package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * A task as one of many: without its long texts.
 *
 * @param waitsFor why it is blocked
 */
public record BriefTask(Task task, Optional<WaitsFor> waitsFor) {

  public static List<BriefTask> of(List<Task> tasks, TaskQueries queries) {
    return tasks.stream()
        .map(
            task ->
                new BriefTask(
                    task,
                    task.status() == TaskStatus.BLOCKED
                        ? Optional.of(queries.waitsFor(task))
                        : Optional.empty()))
        .toList();
  }
}
