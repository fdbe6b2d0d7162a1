package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern NAME = Pattern.compile("task:(?<id>[0-9]{1,18})@(?<database>.+)");

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

  /** The tasks that it depends on when it is added. */
  List<Needed> toAdd() {
    return needed.orElseGet(() -> neededBy(task));
  }

  private static List<Needed> neededBy(NewTask task) {
    return task.dependsOn().stream()
        .map(dependency -> ((NewTask.Dependency.ByKey) dependency).key())
        .map(key -> new Needed(task.swarm(), key))
        .toList();
  }

  /**
   * The key of a task in an export. Without one of its own it has a name that is the same in no
   * other database, because every database counts from 1.
   *
   * @param database the one whose id the task has, see {@link TaskQueries#database}
   */
  public static String keyOf(Task task, String database) {
    return task.key().orElseGet(() -> nameOf(task.id(), database));
  }

  public static String nameOf(long id, String database) {
    return "task:%d@%s".formatted(id, database);
  }

  String key() {
    return task.key().orElseThrow();
  }

  /** The task of this key, or the one that an export of the same database has named by its id. */
  static Optional<Task> stored(TaskQueries tasks, String project, String swarm, String key) {
    return tasks.findByKey(project, swarm, key).or(() -> named(tasks, project, swarm, key));
  }

  private static Optional<Task> named(TaskQueries tasks, String project, String swarm, String key) {
    Matcher name = NAME.matcher(key);
    if (!name.matches() || !name.group("database").equals(tasks.database())) {
      return Optional.empty();
    }
    return tasks
        .find(Long.parseLong(name.group("id")))
        .filter(task -> task.swarm().project().equals(project))
        .filter(task -> task.swarm().name().equals(swarm));
  }
}
