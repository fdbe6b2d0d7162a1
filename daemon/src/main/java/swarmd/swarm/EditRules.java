package swarmd.swarm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * Changes what the creator of a task wrote. While somebody works on it, its wave and dependencies
 * stay, since it has started already; once it is done or cancelled, only the texts that describe it
 * can change.
 */
final class EditRules {
  private EditRules() {}

  static Outcome<Task> edit(
      TaskRepository tasks, long id, TaskChange wanted, Actor actor, long now) {
    if (wanted.isEmpty()) {
      return nothingToChange();
    }
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task -> {
              TaskChange change = wanted.against(task);
              return change.isEmpty()
                  ? Outcome.ok(task)
                  : allowed(task, change)
                      .flatMap(ok -> checks(tasks, ok, change, actor))
                      .flatMap(ok -> dependencies(tasks, task, change))
                      .map(open -> change(tasks, task, change, open, actor, now));
            });
  }

  static <T> Outcome<T> nothingToChange() {
    return Outcome.refused(
        ErrorCode.INVALID_REQUEST,
        "nothing to change; give a title, description, priority, wave, dependencies, files, tags,"
            + " checks or a time");
  }

  private static Outcome<Task> allowed(Task task, TaskChange change) {
    return switch (task.status()) {
      case PENDING, BLOCKED, FAILED -> Outcome.ok(task);
      case CLAIMED ->
          change.needsUnclaimed()
              ? Outcome.refused(
                  ErrorCode.INVALID_TRANSITION,
                  TaskRefusals.describeHolder(task)
                      + "; its wave and its dependencies can change once it is released")
              : Outcome.ok(task);
      case DONE, CANCELLED ->
          change.needsUnfinished() ? TaskRefusals.onlyTextsChange(task) : Outcome.ok(task);
    };
  }

  private static Outcome<Task> checks(
      TaskRepository tasks, Task task, TaskChange change, Actor actor) {
    return change
        .checks()
        .map(checks -> CheckRules.mayChange(tasks, task, checks, actor))
        .orElseGet(() -> Outcome.ok(task));
  }

  /** The number of unsettled tasks that it will depend on; empty if that stays as it is. */
  private static Outcome<Optional<Integer>> dependencies(
      TaskRepository tasks, Task task, TaskChange change) {
    if (change.dependsOn().isEmpty()) {
      return Outcome.ok(Optional.empty());
    }
    List<Long> ids = change.dependsOn().get();
    Optional<Integer> open = tasks.countUnsettled(task.swarm().project(), ids);
    if (open.isEmpty()) {
      return TaskRefusals.unknownDependency(task.title(), ids);
    }
    return circle(tasks, task.id(), ids)
        .map(TaskRefusals::<Optional<Integer>>circle)
        .orElseGet(() -> Outcome.ok(open));
  }

  /** The shortest way on which the task would depend on itself, if there is one. */
  private static Optional<String> circle(TaskQueries tasks, long id, List<Long> dependsOn) {
    Map<Long, Long> dependentOf = new HashMap<>();
    Deque<Long> open = new ArrayDeque<>();
    dependsOn.forEach(dependency -> visit(dependency, id, dependentOf, open));
    while (!open.isEmpty() && !dependentOf.containsKey(id)) {
      long next = open.remove();
      List<Long> further = tasks.find(next).map(Task::dependsOn).orElse(List.of());
      further.forEach(dependency -> visit(dependency, next, dependentOf, open));
    }
    return dependentOf.containsKey(id) ? Optional.of(path(id, dependentOf)) : Optional.empty();
  }

  private static void visit(
      long dependency, long dependent, Map<Long, Long> dependentOf, Deque<Long> open) {
    if (dependentOf.putIfAbsent(dependency, dependent) == null) {
      open.add(dependency);
    }
  }

  private static String path(long id, Map<Long, Long> dependentOf) {
    Deque<Long> path = new ArrayDeque<>(List.of(id));
    do {
      path.addFirst(dependentOf.get(path.getFirst()));
    } while (path.getFirst() != id);
    return path.stream().map(String::valueOf).collect(Collectors.joining(" -> "));
  }

  private static Task change(
      TaskRepository tasks,
      Task before,
      TaskChange change,
      Optional<Integer> openDependencies,
      Actor actor,
      long now) {
    Task after =
        before.with(change.applyTo(before.spec()), change.dependsOn().orElseGet(before::dependsOn));
    tasks.append(
        NewEvent.by(actor, now, Kind.EDITED, before, Optional.of(change.describe(before))));
    tasks.change(before, after);
    openDependencies.ifPresent(open -> tasks.changeDependencies(after, open));
    if (change.needsUnclaimed()) {
      tasks.openNextWave(after.swarm());
      SwarmProgress.announce(tasks, after.swarm(), now);
    }
    return tasks.find(after.id()).orElseThrow();
  }
}
