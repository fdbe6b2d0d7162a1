package swarmd.store.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

/**
 * Claimed tasks as they were last written: what comes next is their holder's step, and reading a
 * task again costs as much as changing it. Only for the connection that writes.
 */
final class HeldTasks {
  private static final int LIMIT = 256;

  /** Of longer ones, so many would take too much memory. */
  private static final int LONGEST = 10_000;

  private final Map<Long, Task> tasks = new LinkedHashMap<>();

  Optional<Task> find(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  void written(Task task) {
    tasks.remove(task.id());
    if (task.status() == TaskStatus.CLAIMED && task.textLength() <= LONGEST) {
      tasks.put(task.id(), task);
    }
    if (tasks.size() > LIMIT) {
      tasks.remove(tasks.keySet().iterator().next());
    }
  }

  void clear() {
    tasks.clear();
  }
}
