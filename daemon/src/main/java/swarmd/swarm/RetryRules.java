package swarmd.swarm;

import java.time.Duration;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.text.HumanDuration;

/**
 * A task with a retry wait is claimable again some time after each failed attempt, unless that was
 * its last one; each wait is twice as long as the one before.
 */
final class RetryRules {
  private RetryRules() {}

  static boolean triesAgain(Task task) {
    return !task.spec().retryWait().isZero() && task.attempts() < task.maxAttempts();
  }

  /** The holder's step is in the history already. */
  static void tryAgain(TaskRepository tasks, Task task, long now) {
    Duration wait = task.spec().waitAfter(task.attempts());
    tasks.append(
        NewEvent.retried(
            now,
            task,
            "by itself after attempt %d of %d, in %s"
                .formatted(
                    task.attempts(), task.maxAttempts(), HumanDuration.of(wait.toMillis()))));
    Task later = task.with(task.spec().withNotBefore(now + wait.toMillis()), task.dependsOn());
    tasks.change(task, later);
    SwarmProgress.move(tasks, task, later.with(task.state().pendingAfterExpiry()), now);
  }
}
