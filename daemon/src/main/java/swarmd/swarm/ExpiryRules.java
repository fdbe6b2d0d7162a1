package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * Ends leases that were not renewed and whose holders show no sign of life: the task is pending
 * again, or failed after its last attempt.
 */
final class ExpiryRules {
  private ExpiryRules() {}

  private static final String SILENT = "its lease ended, because its agent gave no sign of life";

  static void expire(TaskRepository tasks, ToLongFunction<Task> keptUntil, long now, int limit) {
    for (Task task : tasks.expiredAt(now, limit)) {
      long end = keptUntil.applyAsLong(task);
      if (end > now) {
        keep(tasks, task, end, now);
      } else {
        expire(tasks, task, now);
      }
    }
  }

  static Task expire(TaskRepository tasks, Task task, long now) {
    Optional<String> error =
        Optional.of("its lease expired in attempt " + task.attempts() + ", the last");
    end(tasks, task, Optional.empty(), error, now);
    tasks.lost(task, SILENT, now);
    return task;
  }

  /** For one more lease at a time, because the holder may end meanwhile. */
  private static void keep(TaskRepository tasks, Task task, long end, long now) {
    Lease lease = task.lease().orElseThrow();
    tasks.update(task.withLease(lease.endingAt(Math.min(end, now + lease.durationMillis()))));
  }

  static List<Task> abandonHeld(
      TaskRepository tasks, String project, String session, String why, long now) {
    List<Task> held = tasks.heldInSession(project, session);
    held.forEach(task -> abandon(tasks, task, why, now));
    return held;
  }

  static Outcome<Task> abandon(TaskRepository tasks, long id, String token, String why, long now) {
    return LeaseRules.held(tasks, id, token).map(task -> abandon(tasks, task, why, now));
  }

  private static Task abandon(TaskRepository tasks, Task task, String why, long now) {
    Optional<String> error = Optional.of(why + " in attempt " + task.attempts() + ", the last");
    end(tasks, task, Optional.of(why), error, now);
    tasks.lost(task, why, now);
    return task;
  }

  /** The attempt counts: the task is pending again, or failed if it was the last one. */
  private static void end(
      TaskRepository tasks, Task task, Optional<String> note, Optional<String> error, long now) {
    tasks.append(NewEvent.ofHolder(now, Kind.EXPIRED, task, note).with(tasks.workOf(task)));
    if (RetryRules.triesAgain(task)) {
      RetryRules.tryAgain(tasks, task, now);
      return;
    }
    Task after =
        task.attempts() < task.maxAttempts()
            ? task.with(task.state().pendingAfterExpiry())
            : failed(tasks, task, error, now);
    SwarmProgress.move(tasks, task, after, now);
  }

  private static Task failed(TaskRepository tasks, Task task, Optional<String> error, long now) {
    Task failed = task.with(task.state().failed(error, now));
    // not a step of the holder, so without a token
    tasks.append(NewEvent.ofHolder(now, Kind.FAILED, failed, error));
    return failed;
  }

  static void grantGrace(TaskRepository tasks, Duration grace, long now) {
    tasks.clampLeases(now, now + grace.toMillis());
  }
}
