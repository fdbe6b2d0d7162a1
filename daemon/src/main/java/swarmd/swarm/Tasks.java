package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.common.ListSize;
import swarmd.common.Outcome;
import swarmd.sessions.LivingSessions;
import swarmd.store.Store;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.time.Time;

/**
 * The operations of agents and users on the tasks of all projects. Nothing here blocks; a value
 * beyond a limit throws an {@link swarmd.common.InvalidValue}.
 */
public final class Tasks {
  /** The number of tasks that can be added at once. */
  public static final ListSize ADDED = new ListSize("tasks", 1, 10_000);

  private final Store store;
  private final TaskRules rules;
  private final Time time;
  private final WaitingClaims waitingClaims;
  private final LeaseExpiry expiry;

  /** For tasks whose agents send no events. */
  public Tasks(Store store, TaskRules rules, Time time) {
    this(store, rules, new LivingSessions(), waited -> {}, time);
  }

  /**
   * @param living what the agents' sessions are doing
   * @param onWaited receives how long each claim that was allowed to wait took
   */
  public Tasks(
      Store store, TaskRules rules, LivingSessions living, Consumer<Duration> onWaited, Time time) {
    this.store = store;
    this.rules = rules;
    this.time = time;
    expiry = new LeaseExpiry(store, rules, living, time);
    waitingClaims = new WaitingClaims(this::claimNow, this::giveBack, onWaited, time);
    store.onCommit(TaskEvent.class, waitingClaims::onCommit);
  }

  /** Starts to expire leases. Blocks until it is known what sessions were doing. */
  public void start() {
    expiry.start();
  }

  /** Answers waiting claims with nothing. */
  public void stop() {
    waitingClaims.stop();
  }

  /** The number of claims that wait for a task. */
  public int waitingClaims() {
    return waitingClaims.count();
  }

  public CompletableFuture<Outcome<List<Task>>> add(String project, List<NewTask> added) {
    return add(project, added, Optional.empty());
  }

  /**
   * Adds all tasks or none.
   *
   * @param by who adds them, if that is known
   */
  public CompletableFuture<Outcome<List<Task>>> add(
      String project, List<NewTask> added, Optional<Actor> by) {
    ADDED.check(added);
    return write(tasks -> rules.add(tasks, project, added, by, time.millis()));
  }

  /**
   * Cancelling the future withdraws the request. What it has claimed already is given back, unless
   * the client can ask for it again by its request id.
   */
  public CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request) {
    return waitingClaims.claim(request, request.requestId().isPresent());
  }

  /**
   * For a client that repeats its request only if the daemon dies: a claim that it has not received
   * is given back, whether or not the request has an id.
   */
  public CompletableFuture<Outcome<Claimed>> claimOnce(ClaimRequest request) {
    return waitingClaims.claim(request, false);
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

  /** Gives back a claim that could not be delivered and that nobody will ask for again. */
  public void giveBack(Claimed claimed) {
    Optional<String> note = Optional.of("the client disconnected before it got the answer");
    claimed
        .tasks()
        .forEach(task -> task.lease().ifPresent(lease -> release(task.id(), lease.token(), note)));
  }

  public CompletableFuture<Outcome<Task>> renew(long id, String token) {
    checkHolder(id, token);
    return write(tasks -> rules.renew(tasks, id, token, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> release(long id, String token, Optional<String> note) {
    checkHolder(id, token);
    TaskEvent.NOTE.check(note);
    return write(tasks -> rules.release(tasks, id, token, note, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> complete(long id, String token, Optional<String> result) {
    checkHolder(id, token);
    TaskState.RESULT.check(result);
    return write(tasks -> rules.complete(tasks, id, token, result, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> fail(long id, String token, Optional<String> error) {
    checkHolder(id, token);
    TaskState.ERROR.check(error);
    return write(tasks -> rules.fail(tasks, id, token, error, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> retry(long id, Actor actor) {
    Task.ID.check(id);
    return write(tasks -> rules.retry(tasks, id, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> cancel(long id, Actor actor) {
    Task.ID.check(id);
    return write(tasks -> rules.cancel(tasks, id, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> reopen(long id, Actor actor) {
    Task.ID.check(id);
    return write(tasks -> rules.reopen(tasks, id, actor, time.millis()));
  }

  /** Takes the task from its holder, as only a person may. */
  public CompletableFuture<Outcome<Task>> takeBack(long id, Optional<String> note, Actor actor) {
    Task.ID.check(id);
    TaskEvent.NOTE.check(note);
    return write(tasks -> rules.takeBack(tasks, id, note, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> edit(long id, TaskChange change, Actor actor) {
    Task.ID.check(id);
    return write(tasks -> rules.edit(tasks, id, change, actor, time.millis()));
  }

  /** Nobody gets tasks of the swarm until it is resumed. */
  public CompletableFuture<Outcome<SwarmSummary>> pause(String project, String swarm, Actor actor) {
    SwarmId.NAME.check(swarm);
    return write(tasks -> rules.pause(tasks, project, swarm, actor, time.millis()));
  }

  public CompletableFuture<Outcome<SwarmSummary>> resume(
      String project, String swarm, Actor actor) {
    SwarmId.NAME.check(swarm);
    return write(tasks -> rules.resume(tasks, project, swarm, actor, time.millis()));
  }

  /** Renews every lease that the agent holds. */
  public CompletableFuture<List<Task>> heartbeat(String project, String agent) {
    ClaimRequest.AGENT.check(agent);
    return write(tasks -> rules.heartbeat(tasks, project, agent, time.millis()));
  }

  public CompletableFuture<Optional<TaskHistory>> show(long id) {
    Task.ID.check(id);
    return store.read(
        snapshot ->
            snapshot
                .get(TaskQueries.class)
                .find(id)
                .map(task -> history(task, snapshot.get(TaskQueries.class))));
  }

  private static TaskHistory history(Task task, TaskQueries queries) {
    return new TaskHistory(task, queries.waitsFor(task), queries.history(task.id()));
  }

  public CompletableFuture<List<Task>> list(TaskFilter filter) {
    return list(filter, 0);
  }

  /** Without the first ones. */
  public CompletableFuture<List<Task>> list(TaskFilter filter, long offset) {
    TaskFilter.OFFSET.check(offset);
    return store.read(snapshot -> snapshot.get(TaskQueries.class).list(filter, offset));
  }

  /** What a list of many tasks shows. */
  public CompletableFuture<List<BriefTask>> listBrief(TaskFilter filter, long offset) {
    TaskFilter.OFFSET.check(offset);
    return store.read(
        snapshot -> {
          TaskQueries queries = snapshot.get(TaskQueries.class);
          return BriefTask.of(queries.listBrief(filter, offset), queries);
        });
  }

  private static void checkHolder(long id, String token) {
    Task.ID.check(id);
    Lease.TOKEN.check(token);
  }

  private <T> CompletableFuture<T> write(Function<TaskRepository, T> work) {
    return store.write(transaction -> work.apply(transaction.get(TaskRepository.class)));
  }

  /** A task, what it waits for, and its events, oldest first. */
  public record TaskHistory(Task task, WaitsFor waitsFor, List<TaskEvent> history) {}
}
