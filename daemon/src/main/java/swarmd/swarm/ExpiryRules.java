package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/** The end of leases that nobody renewed: the task is pending again, or failed if that was it. */
final class ExpiryRules {
  private ExpiryRules() {}

  static int expire(TaskRepository tasks, long now, int limit) {
    List<Task> expired = tasks.expiredAt(now, limit);
    expired.forEach(task -> expire(tasks, task, now));
    return expired.size();
  }

  private static void expire(TaskRepository tasks, Task task, long now) {
    tasks.append(NewEvent.ofHolder(now, Kind.EXPIRED, task, Optional.empty()));
    Task after =
        task.attempts() < task.maxAttempts()
            ? task.with(task.state().pendingAfterExpiry())
            : failed(tasks, task, now);
    SwarmProgress.move(tasks, task, after, now);
  }

  private static Task failed(TaskRepository tasks, Task task, long now) {
    Optional<String> error =
        Optional.of("its lease expired in attempt " + task.attempts() + ", the last");
    Task failed = task.with(task.state().failed(error, now));
    // not a step of the holder, so it has no token
    tasks.append(NewEvent.ofHolder(now, Kind.FAILED, failed, error));
    return failed;
  }

  static void grantGrace(TaskRepository tasks, Duration grace, long now) {
    tasks.clampLeases(now, now + grace.toMillis());
  }
}
