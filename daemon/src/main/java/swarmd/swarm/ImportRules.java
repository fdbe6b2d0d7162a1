package swarmd.swarm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.Outcome;
import swarmd.swarm.ImportedTask.Needed;
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
    if (imported.needed().isPresent()) {
      update = update.withDependencies(stored(tasks, project, imported.needed().get()));
    }
    return update.against(task).allowedIn(task.status());
  }

  private static List<Long> stored(TaskQueries tasks, String project, List<Needed> needed) {
    return needed.stream()
        .flatMap(each -> ImportedTask.stored(tasks, project, each.swarm(), each.key()).stream())
        .map(Task::id)
        .distinct()
        .toList();
  }

  /**
   * Adds all new tasks or none, swarm by swarm, because two swarms may use the same key. The update
   * that follows adds dependencies on new tasks of other swarms.
   */
  static Outcome<List<Task>> add(
      TaskRepository tasks, String project, List<ImportedTask> all, Actor actor, long now) {
    Map<String, List<ImportedTask>> bySwarm = new LinkedHashMap<>();
    all.stream()
        .filter(each -> effect(tasks, project, each) == Effect.ADD)
        .forEach(
            each ->
                bySwarm.computeIfAbsent(each.task().swarm(), name -> new ArrayList<>()).add(each));
    List<List<NewTask>> groups =
        bySwarm.values().stream().map(group -> withKnown(tasks, project, group)).toList();
    for (List<NewTask> group : groups) {
      if (AddRules.order(tasks, project, group) instanceof Outcome.Refused<?> refused) {
        return refused.as();
      }
    }
    Outcome<List<Task>> added = Outcome.ok(List.of());
    for (List<NewTask> group : groups) {
      added =
          added.flatMap(
              before ->
                  AddRules.add(tasks, project, group, Optional.of(actor), now)
                      .map(more -> Stream.concat(before.stream(), more.stream()).toList()));
    }
    return added;
  }

  private static List<NewTask> withKnown(
      TaskQueries tasks, String project, List<ImportedTask> group) {
    Set<String> keys = group.stream().map(ImportedTask::key).collect(Collectors.toSet());
    return group.stream().map(each -> withKnown(tasks, project, each, keys)).toList();
  }

  /** Without dependencies on tasks that are not here, such as those that were finished before. */
  private static NewTask withKnown(
      TaskQueries tasks, String project, ImportedTask imported, Set<String> added) {
    String swarm = imported.task().swarm();
    List<Dependency> known = new ArrayList<>();
    for (Needed needed : imported.toAdd()) {
      if (needed.swarm().equals(swarm) && added.contains(needed.key())) {
        known.add(new Dependency.ByKey(needed.key()));
      } else {
        ImportedTask.stored(tasks, project, needed.swarm(), needed.key())
            .ifPresent(task -> known.add(new Dependency.ById(task.id())));
      }
    }
    return new NewTask(swarm, imported.task().spec(), known);
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
