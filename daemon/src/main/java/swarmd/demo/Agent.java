package swarmd.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import swarmd.common.Outcome;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** Claims a task, works on it while it renews its lease, completes it, and claims the next. */
final class Agent {
  /** The share of its task that a dying agent completes. */
  private static final double PROGRESS_AT_DEATH = 0.7;

  private final Script.Role role;
  private final String project;
  private final Tasks tasks;
  private final Time time;
  private final Tempo tempo;
  private final CompletableFuture<Void> firstClaim = new CompletableFuture<>();
  private volatile Optional<DemoEvent.Died> death = Optional.empty();

  Agent(Script.Role role, String project, Tasks tasks, Time time, Tempo tempo) {
    this.role = role;
    this.project = project;
    this.tasks = tasks;
    this.time = time;
    this.tempo = tempo;
  }

  String name() {
    return role.name();
  }

  Optional<DemoEvent.Died> death() {
    return death;
  }

  /** Completes when the agent has its first task. */
  CompletableFuture<Void> firstClaim() {
    return firstClaim;
  }

  /** Returns when there is no more work or the agent dies. */
  void run() throws InterruptedException {
    Optional<Task> task = claim();
    while (task.isPresent()) {
      firstClaim.complete(null);
      boolean held = work(task.get(), role.dies() ? PROGRESS_AT_DEATH : 1);
      if (held && role.dies()) {
        death =
            Optional.of(new DemoEvent.Died(time.millis(), project, role.name(), task.get().id()));
        return;
      }
      if (held) {
        complete(task.get());
      }
      task = claim();
    }
  }

  private Optional<Task> claim() throws InterruptedException {
    ClaimRequest request =
        ClaimRequest.by(role.name(), project)
            .withLease(tempo.lease())
            .withPatience(ClaimRequest.WAIT.max());
    Claimed claimed =
        await(tasks.claim(request))
            .orElseThrow(refused -> new DemoFailed(role.name() + ": " + refused.message()));
    return claimed.tasks().stream().findFirst();
  }

  /** Returns whether the agent still holds the task afterwards. */
  private boolean work(Task task, double share) throws InterruptedException {
    long left = (long) (tempo.work().toNanos() * role.slowness() * share);
    long end = time.nanos() + left;
    Duration interval = tempo.renewal();
    while (left > interval.toNanos()) {
      time.sleep(interval);
      if (await(tasks.renew(task.id(), token(task))) instanceof Outcome.Refused<Task>) {
        return false;
      }
      left = end - time.nanos();
    }
    time.sleep(Duration.ofNanos(Math.max(0, left)));
    return true;
  }

  /** Ignores a refusal: the lease was lost, so the task belongs to another agent now. */
  private void complete(Task task) throws InterruptedException {
    await(tasks.complete(task.id(), token(task), Optional.of("done by " + role.name())));
  }

  private static String token(Task task) {
    return task.lease().orElseThrow().token();
  }

  private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new DemoFailed(e.getCause().getMessage(), e.getCause());
    }
  }
}
