package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * A task is done only when the checks that it or its swarm names have passed. The creator of a task
 * and a person choose them; an agent cannot drop those of a task that its session holds.
 */
final class CheckRules {
  private CheckRules() {}

  /** The task, or a refusal if it needs checks that were not run. */
  static Outcome<Task> verified(TaskRepository tasks, Task task, Optional<Checked> checked) {
    List<String> due = new ArrayList<>(tasks.requiredChecks(task));
    checked.ifPresent(passed -> due.removeAll(passed.checks()));
    return due.isEmpty()
        ? Outcome.ok(task)
        : Outcome.refused(
            ErrorCode.CHECK_FAILED,
            "task %d is done when %s %s"
                .formatted(task.id(), TaskText.checks(due), due.size() == 1 ? "passes" : "pass"));
  }

  /** The task, or a refusal if the actor may not change its checks like this. */
  static Outcome<Task> mayChange(TaskQueries tasks, Task task, List<String> checks, Actor actor) {
    if (actor.isPerson()) {
      return Outcome.ok(task);
    }
    boolean created =
        actor.kind() == Actor.Kind.AGENT
            && tasks.history(task.id()).stream()
                .filter(event -> event.kind() == Kind.CREATED)
                .findFirst()
                .flatMap(TaskEvent::by)
                .equals(Optional.of(actor));
    if (!created) {
      return forbidden(
          "only a person or the creator of task %d can change its checks".formatted(task.id()));
    }
    boolean holds = task.status() == TaskStatus.CLAIMED && task.session().equals(actor.session());
    return holds && !checks.containsAll(task.checks())
        ? forbidden(
            "your session holds task %d, so it cannot drop its checks; ask the person"
                .formatted(task.id()))
        : Outcome.ok(task);
  }

  private static <T> Outcome<T> forbidden(String message) {
    return Outcome.refused(ErrorCode.FORBIDDEN, message);
  }

  static Outcome<SwarmSummary> require(
      TaskRepository tasks,
      String project,
      String name,
      List<String> checks,
      Actor actor,
      long now) {
    if (!actor.isPerson()) {
      return forbidden(
          "only a person at a terminal can change the checks of a swarm; an agent names those of a"
              + " task that it adds: swarm task add --check");
    }
    return PauseRules.existing(tasks, project, name)
        .flatMap(
            swarm -> {
              if (swarm.checks().equals(checks)) {
                return Outcome.ok(swarm);
              }
              tasks.require(swarm.id(), checks);
              String note = "checks " + TaskChange.change(swarm.checks(), checks);
              tasks.append(NewEvent.of(actor, now, Kind.SWARM_EDITED, swarm.id(), note));
              return PauseRules.existing(tasks, project, name);
            });
  }
}
