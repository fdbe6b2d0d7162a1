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
  List<Long> dependsOn;
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
    maxAttempts = task.spec().maxAttempts();
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

  void finished(TaskStatus how) {
    status = how;
  }
}
