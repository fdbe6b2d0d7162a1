package swarmd.swarm;

import java.util.Optional;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/** Steps that need no token: retrying a failed task and cancelling an unfinished one. */
final class DecisionRules {
  private DecisionRules() {}

  static Outcome<Task> retry(TaskRepository tasks, long id, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task -> {
              if (task.status() != TaskStatus.FAILED) {
                return TaskRefusals.notFailed(task);
              }
              tasks.append(NewEvent.of(now, Kind.RETRIED, task.swarm(), id));
              SwarmProgress.move(tasks, task, task.with(task.state().pendingAgain()), now);
              return TaskRefusals.existing(tasks, id);
            });
  }

  static Outcome<Task> cancel(TaskRepository tasks, long id, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task ->
                switch (task.status()) {
                  case CANCELLED -> Outcome.ok(task);
                  case DONE -> TaskRefusals.alreadyTerminal(task);
                  case PENDING, BLOCKED, CLAIMED, FAILED -> Outcome.ok(cancelled(tasks, task, now));
                });
  }

  private static Task cancelled(TaskRepository tasks, Task task, long now) {
    Task cancelled = task.with(task.state().cancelled(now));
    tasks.append(NewEvent.ofHolder(now, Kind.CANCELLED, task, Optional.empty()));
    SwarmProgress.move(tasks, task, cancelled, now);
    if (task.lease().isPresent()) {
      tasks.lost(task, "it was cancelled", now);
    }
    return cancelled;
  }
}
