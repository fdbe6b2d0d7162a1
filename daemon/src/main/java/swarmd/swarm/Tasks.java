package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.time.Time;

/** The tasks of all projects: what agents and people can do with them. Nothing here blocks. */
public final class Tasks {
  private final Store store;
  private final TaskRules rules;
  private final Time time;
  private final WaitingClaims waitingClaims;
  private final LeaseExpiry expiry;

  public Tasks(Store store, TaskRules rules, Time time) {
    this.store = store;
    this.rules = rules;
    this.time = time;
    expiry = new LeaseExpiry(store, rules, time);
    waitingClaims = new WaitingClaims(this::claimNow, this::giveBack, time);
    store.onCommit(TaskEvent.class, waitingClaims::onCommit);
  }

  /** Begins to end leases when their time is over. */
  public void start() {
    expiry.start();
  }

  /** Claims that wait are answered: there is nothing for them. */
  public void stop() {
    waitingClaims.stop();
  }

  public CompletableFuture<Outcome<List<Task>>> add(String project, List<NewTask> added) {
    return write(tasks -> rules.add(tasks, project, added, time.millis()));
  }

  /**
   * Cancelling the future withdraws the request, and gives back what it may have claimed by then.
   */
  public CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request) {
    return waitingClaims.claim(request);
  }

  private CompletableFuture<Outcome<Claimed>> claimNow(ClaimRequest request) {
    return write(tasks -> rules.claim(tasks, request, time.millis()))
        .whenComplete((outcome, failure) -> expectExpiry(outcome));
  }

  private void expectExpiry(Outcome<Claimed> outcome) {
    if (outcome instanceof Outcome.Ok<Claimed> ok) {
      ok.value().tasks().stream()
          .flatMap(task -> task.lease().stream())
          .mapToLong(Lease::expiresAt)
          .min()
          .ifPresent(expiry::expectAt);
    }
  }

  private void giveBack(Claimed claimed) {
    Optional<String> note = Optional.of("the client went away before it got the answer");
    claimed
        .tasks()
        .forEach(task -> task.lease().ifPresent(lease -> release(task.id(), lease.token(), note)));
  }

  public CompletableFuture<Outcome<Task>> renew(long id, String token) {
    return write(tasks -> rules.renew(tasks, id, token, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> release(long id, String token, Optional<String> note) {
    return write(tasks -> rules.release(tasks, id, token, note, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> complete(long id, String token, Optional<String> result) {
    return write(tasks -> rules.complete(tasks, id, token, result, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> fail(long id, String token, Optional<String> error) {
    return write(tasks -> rules.fail(tasks, id, token, error, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> retry(long id) {
    return write(tasks -> rules.retry(tasks, id, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> cancel(long id) {
    return write(tasks -> rules.cancel(tasks, id, time.millis()));
  }

  /** Renews every lease the agent holds. */
  public CompletableFuture<List<Task>> heartbeat(String project, String agent) {
    return write(tasks -> rules.heartbeat(tasks, project, agent, time.millis()));
  }

  public CompletableFuture<Optional<TaskHistory>> show(long id) {
    return store.read(
        snapshot ->
            snapshot
                .get(TaskQueries.class)
                .find(id)
                .map(task -> new TaskHistory(task, snapshot.get(TaskQueries.class).history(id))));
  }

  public CompletableFuture<List<Task>> list(TaskFilter filter) {
    return store.read(snapshot -> snapshot.get(TaskQueries.class).list(filter));
  }

  private <T> CompletableFuture<T> write(Function<TaskRepository, T> work) {
    return store.write(transaction -> work.apply(transaction.get(TaskRepository.class)));
  }

  /** A task and what has happened to it, oldest first. */
  public record TaskHistory(Task task, List<TaskEvent> history) {}
}
