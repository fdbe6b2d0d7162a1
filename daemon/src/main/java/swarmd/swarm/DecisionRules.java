package swarmd.swarm;

import java.util.Optional;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * Steps that need no token: retrying a failed task, cancelling an unfinished one, reopening a
 * cancelled one, and taking a task from its holder, which others than persons cannot do.
 */
final class DecisionRules {
  private DecisionRules() {}

  static Outcome<Task> retry(TaskRepository tasks, long id, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task ->
                task.status() == TaskStatus.FAILED
                    ? Outcome.ok(pendingAgain(tasks, task, Kind.RETRIED, actor, now))
                    : TaskRefusals.notFailed(task));
  }

  /** A task that is done stays done: others may have built on it. */
  static Outcome<Task> reopen(TaskRepository tasks, long id, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task ->
                task.status() == TaskStatus.CANCELLED
                    ? Outcome.ok(pendingAgain(tasks, task, Kind.REOPENED, actor, now))
                    : TaskRefusals.notCancelled(task));
  }

  private static Task pendingAgain(
      TaskRepository tasks, Task task, Kind step, Actor actor, long now) {
    tasks.append(NewEvent.by(actor, now, step, task, Optional.empty()));
    SwarmProgress.move(tasks, task, task.with(task.state().pendingAgain()), now);
    return tasks.find(task.id()).orElseThrow(); // it may be blocked
  }

  static Outcome<Task> cancel(TaskRepository tasks, long id, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task ->
                switch (task.status()) {
                  case CANCELLED -> Outcome.ok(task);
                  case DONE -> TaskRefusals.alreadyTerminal(task);
                  case CLAIMED ->
                      mayEndLease(task, actor)
                          ? Outcome.ok(cancelled(tasks, task, actor, now))
                          : TaskRefusals.onlyByPerson(task);
                  case PENDING, BLOCKED, FAILED -> Outcome.ok(cancelled(tasks, task, actor, now));
                });
  }

  /** Persons, and the holder: in its session, or by its name if it has none. */
  static boolean mayEndLease(Task task, Actor actor) {
    return actor.isPerson()
        || (task.session().isPresent()
            ? task.session().equals(actor.session())
            : task.agent().equals(actor.name()));
  }

  private static Task cancelled(TaskRepository tasks, Task task, Actor actor, long now) {
    Task cancelled = task.with(task.state().cancelled(now));
    tasks.append(
        NewEvent.by(actor, now, Kind.CANCELLED, task, Optional.empty()).with(tasks.workOf(task)));
    SwarmProgress.move(tasks, task, cancelled, now);
    if (task.lease().isPresent()) {
      tasks.lost(task, "it was cancelled", now);
    }
    return cancelled;
  }

  static Outcome<Task> takeBack(
      TaskRepository tasks, long id, Optional<String> note, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task -> {
              if (task.status() != TaskStatus.CLAIMED) {
                return TaskRefusals.notHeld(task);
              }
              return actor.isPerson()
                  ? Outcome.ok(takenBack(tasks, task, note, actor, now))
                  : TaskRefusals.onlyByPerson(task);
            });
  }

  private static Task takenBack(
      TaskRepository tasks, Task task, Optional<String> note, Actor actor, long now) {
    tasks.append(NewEvent.by(actor, now, Kind.RELEASED, task, note).with(tasks.workOf(task)));
    tasks.lost(task, "a person took it back", now);
    SwarmProgress.move(tasks, task, task.with(task.state().released()), now);
    return tasks.find(task.id()).orElseThrow(); // it may be blocked
  }
}
