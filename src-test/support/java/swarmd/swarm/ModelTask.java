package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/** A task of the model. */
final class ModelTask {
  final long id;
  final String swarm;
  int priority;
  int wave;
  final int maxAttempts;
  final Optional<String> key;
  List<String> tags;
  final long retryMillis;
  long notBefore;
  List<Long> dependsOn;
  List<String> checks;
  TaskStatus status = TaskStatus.PENDING;
  Optional<String> agent = Optional.empty();
  int attempts;
  String token = "";
  long leaseMillis;
  long expiresAt;

  ModelTask(long id, NewTask task, List<Long> dependsOn) {
    this.id = id;
    this.dependsOn = dependsOn;
    swarm = task.swarm();
    priority = task.spec().priority();
    wave = task.spec().wave();
    checks = task.spec().checks();
    maxAttempts = task.spec().maxAttempts();
    key = task.spec().key();
    tags = task.spec().tags();
    retryMillis = task.spec().retryWait().toMillis();
    notBefore = task.spec().notBefore();
  }

  void claimedBy(String name) {
    status = TaskStatus.CLAIMED;
    agent = Optional.of(name);
    attempts++;
  }

  /** Copies the values that only the real swarm can generate. */
  void lease(Lease lease, long now) {
    token = lease.token();
    leaseMillis = lease.durationMillis();
    expiresAt = now + leaseMillis;
  }

  void pendingAgain(int attemptsLeft) {
    status = TaskStatus.PENDING;
    agent = Optional.empty();
    attempts = attemptsLeft;
  }

  /** Failed, unless it tries again by itself. */
  void failed(long now) {
    if (retryMillis == 0 || attempts >= maxAttempts) {
      finished(TaskStatus.FAILED);
      return;
    }
    long wait = retryMillis;
    for (int attempt = 1; attempt < attempts; attempt++) {
      wait *= 2;
    }
    notBefore = now + Math.min(wait, 86_400_000);
    pendingAgain(attempts);
  }

  void finished(TaskStatus how) {
    status = how;
  }
}
