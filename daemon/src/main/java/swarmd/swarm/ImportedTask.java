package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * A task of another tool, or of an export.
 *
 * @param task as it is added; it has a key, and depends on keys only
 * @param update what changes if the task is known already
 * @param needed what it depends on from now on; empty if a task that is known keeps what it has
 * @param finished whether the other tool says that nothing is left to do
 */
public record ImportedTask(
    NewTask task, TaskChange update, Optional<List<Needed>> needed, boolean finished) {

  /** A task that another one depends on, in the same swarm or another one. */
  public record Needed(String swarm, String key) {}

  /**
   * One that depends on tasks of its own swarm only.
   *
   * @param dependencies whether a task that is known gets them, too
   */
  public ImportedTask(NewTask task, TaskChange update, boolean dependencies, boolean finished) {
    this(task, update, dependencies ? Optional.of(neededBy(task)) : Optional.empty(), finished);
  }

  /** What it depends on when it is added. */
  List<Needed> toAdd() {
    return needed.orElseGet(() -> neededBy(task));
  }

  private static List<Needed> neededBy(NewTask task) {
    return task.dependsOn().stream()
        .map(dependency -> ((NewTask.Dependency.ByKey) dependency).key())
        .map(key -> new Needed(task.swarm(), key))
        .toList();
  }

  /** Begins the key of a task that has none, before its id. */
  public static final String UNNAMED = "task:";

  /** The key of a task in an export. */
  public static String keyOf(Task task) {
    return task.key().orElse(UNNAMED + task.id());
  }

  String key() {
    return task.key().orElseThrow();
  }

  /** The task of this key, or the one without a key that an export has named by its id. */
  static Optional<Task> stored(TaskQueries tasks, String project, String swarm, String key) {
    return tasks.findByKey(project, swarm, key).or(() -> unnamed(tasks, project, swarm, key));
  }

  private static Optional<Task> unnamed(
      TaskQueries tasks, String project, String swarm, String key) {
    if (!key.matches(UNNAMED + "[0-9]{1,18}")) {
      return Optional.empty();
    }
    return tasks
        .find(Long.parseLong(key.substring(UNNAMED.length())))
        .filter(task -> task.key().isEmpty())
        .filter(task -> task.swarm().project().equals(project))
        .filter(task -> task.swarm().name().equals(swarm));
  }
}
