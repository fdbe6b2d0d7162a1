package swarmd.swarm;

import java.util.Optional;

/** A task after each of the steps it can take. */
final class TaskChange {
  private final Task task;

  private TaskChange(Task task) {
    this.task = task;
  }

  static TaskChange of(Task task) {
    return new TaskChange(task);
  }

  Task claimed(String agent, Optional<String> session, Lease lease, long now) {
    return task.with(
        TaskStatus.CLAIMED,
        Optional.of(agent),
        session,
        task.attempts() + 1,
        Optional.empty(),
        Optional.empty(),
        Optional.of(now),
        Optional.empty(),
        Optional.of(lease));
  }

  Task renewed(long now) {
    return withLease(task.lease().orElseThrow().extendedFrom(now));
  }

  Task withLease(Lease lease) {
    return task.with(
        task.status(),
        task.agent(),
        task.session(),
        task.attempts(),
        task.result(),
        task.error(),
        task.claimedAt(),
        task.finishedAt(),
        Optional.of(lease));
  }

  Task done(Optional<String> result, long now) {
    return finished(TaskStatus.DONE, result, Optional.empty(), now);
  }

  Task failed(Optional<String> error, long now) {
    return finished(TaskStatus.FAILED, Optional.empty(), error, now);
  }

  Task cancelled(long now) {
    return finished(TaskStatus.CANCELLED, task.result(), task.error(), now);
  }

  /** Giving a task back is no failed attempt. */
  Task released() {
    return waiting(task.attempts() - 1);
  }

  Task pendingAfterExpiry() {
    return waiting(task.attempts());
  }

  Task pendingAgain() {
    return waiting(0);
  }

  private Task waiting(int attempts) {
    return task.with(
        TaskStatus.PENDING,
        Optional.empty(),
        Optional.empty(),
        attempts,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Task finished(
      TaskStatus status, Optional<String> result, Optional<String> error, long now) {
    return task.with(
        status,
        task.agent(),
        task.session(),
        task.attempts(),
        result,
        error,
        task.claimedAt(),
        Optional.of(now),
        Optional.empty());
  }
}
