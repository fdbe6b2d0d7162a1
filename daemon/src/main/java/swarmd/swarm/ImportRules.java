package swarmd.swarm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.common.Outcome;
import swarmd.swarm.NewTask.Dependency;

/**
 * Imports tasks of other tools. New ones are added, known ones get what has changed, and those that
 * are finished elsewhere are cancelled unless somebody works on them or has finished them.
 */
final class ImportRules {
  private ImportRules() {}

  /** What an import does to a task. */
  enum Effect {
    ADD,
    CHANGE,
    CANCEL,
    NONE,
    /** It is finished elsewhere, and was never known here. */
    SKIP
  }

  static Effect effect(TaskQueries tasks, String project, ImportedTask imported) {
    Optional<Task> stored =
        ImportedTask.stored(tasks, project, imported.task().swarm(), imported.key());
    if (stored.isEmpty()) {
      return imported.finished() ? Effect.SKIP : Effect.ADD;
    }
    Task task = stored.get();
    if (imported.finished()) {
      return task.status().settled() || task.status() == TaskStatus.CLAIMED
          ? Effect.NONE
          : Effect.CANCEL;
    }
    return change(tasks, project, task, imported).isEmpty() ? Effect.NONE : Effect.CHANGE;
  }

  /** What differs, as far as the task can change in its status. */
  private static TaskChange change(
      TaskQueries tasks, String project, Task task, ImportedTask imported) {
    TaskChange update = imported.update();
    if (imported.dependencies()) {
      update = update.withDependencies(dependencies(tasks, project, imported));
    }
    return update.against(task).allowedIn(task.status());
  }

  private static List<Long> dependencies(TaskQueries tasks, String project, ImportedTask imported) {
    return imported.dependsOn().stream()
        .flatMap(key -> ImportedTask.stored(tasks, project, imported.task().swarm(), key).stream())
        .map(Task::id)
        .distinct()
        .toList();
  }

  static Outcome<List<Task>> add(
      TaskRepository tasks, String project, List<ImportedTask> all, Actor actor, long now) {
    List<ImportedTask> added =
        all.stream().filter(each -> effect(tasks, project, each) == Effect.ADD).toList();
    Set<String> keys = new HashSet<>();
    added.forEach(each -> keys.add(each.key()));
    List<NewTask> found =
        added.stream().map(each -> withKnown(tasks, project, each, keys)).toList();
    return found.isEmpty()
        ? Outcome.ok(List.of())
        : AddRules.add(tasks, project, found, Optional.of(actor), now);
  }

  /** Without dependencies on tasks that are not here, such as those that were finished before. */
  private static NewTask withKnown(
      TaskQueries tasks, String project, ImportedTask imported, Set<String> added) {
    List<Dependency> known = new ArrayList<>();
    for (String key : imported.dependsOn()) {
      if (added.contains(key)) {
        known.add(new Dependency.ByKey(key));
      } else {
        ImportedTask.stored(tasks, project, imported.task().swarm(), key)
            .ifPresent(task -> known.add(new Dependency.ById(task.id())));
      }
    }
    return new NewTask(imported.task().swarm(), imported.task().spec(), known);
  }

  static Outcome<List<Task>> update(
      TaskRepository tasks, String project, List<ImportedTask> all, Actor actor, long now) {
    List<Task> changed = new ArrayList<>();
    for (ImportedTask imported : all) {
      Optional<Task> stored =
          ImportedTask.stored(tasks, project, imported.task().swarm(), imported.key());
      Optional<Outcome<Task>> outcome =
          switch (effect(tasks, project, imported)) {
            case CHANGE ->
                stored.map(
                    task ->
                        EditRules.edit(
                            tasks, task.id(), change(tasks, project, task, imported), actor, now));
            case CANCEL -> stored.map(task -> DecisionRules.cancel(tasks, task.id(), actor, now));
            case ADD, NONE, SKIP -> Optional.empty();
          };
      // a refusal, as of a circle, leaves the task as it is
      if (outcome.orElse(null) instanceof Outcome.Ok<Task> ok) {
        changed.add(ok.value());
      }
    }
    return Outcome.ok(changed);
  }
}
