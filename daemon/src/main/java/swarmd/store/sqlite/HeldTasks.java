package swarmd.store.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

/**
 * Claimed tasks as they were last written. The next request is mostly a step of the holder, and
 * reading the task again would cost as much as changing it.
 */
final class HeldTasks {
  private static final int MAX_TASKS = 256;

  /** Longer tasks would take too much memory. */
  private static final int MAX_TEXT_LENGTH = 10_000;

  private final Map<Long, Task> tasks = new LinkedHashMap<>();

  Optional<Task> find(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  void put(Task task) {
    tasks.remove(task.id());
    if (task.status() == TaskStatus.CLAIMED && task.textLength() <= MAX_TEXT_LENGTH) {
      tasks.put(task.id(), task);
    }
    if (tasks.size() > MAX_TASKS) {
      tasks.remove(tasks.keySet().iterator().next());
    }
  }

  void remove(long id) {
    tasks.remove(id);
  }

  void clear() {
    tasks.clear();
  }
}
