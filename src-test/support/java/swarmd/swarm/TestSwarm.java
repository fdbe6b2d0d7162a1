package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.testing.SettableTime;

/** The tasks on a real store and a clock that the test moves; every call waits for its answer. */
public final class TestSwarm implements AutoCloseable {
  public static final String PROJECT = "/project";
  public static final String OTHER_PROJECT = "/other";

  /** Somebody who may do everything. */
  public static final Actor PERSON =
      new Actor(Actor.Kind.PERSON, Optional.of("pat"), Optional.empty());

  private final TestDatabase database;
  private final TaskRules rules = new TaskRules(() -> UUID.randomUUID().toString());
  private final SettableTime time = new SettableTime();
  private Store store;
  private Tasks tasks;

  public TestSwarm(TestDatabase database) {
    this.database = database;
    start();
  }

  private void start() {
    store = database.open();
    tasks = database.tasks(store, rules, time);
    tasks.start();
  }

  /** The daemon stops, and starts again later. */
  void restartAfter(Duration pause) {
    tasks.stop();
    database.close(store);
    time.forgetActions();
    time.advance(pause);
    database.moveClockTo(time.millis());
    start();
    settle();
  }

  @Override
  public void close() {
    database.close();
  }

  public SettableTime time() {
    return time;
  }

  public Store store() {
    return store;
  }

  public Tasks tasks() {
    return tasks;
  }

  TaskRules rules() {
    return rules;
  }

  /** Moves the clock and waits for everything that this triggers. */
  void advance(Duration duration) {
    database.moveClockTo(time.millis() + duration.toMillis());
    time.advance(duration);
    settle();
  }

  /** Waits for all writes, for those that they trigger, and for those that these trigger. */
  public void settle() {
    for (int i = 0; i < 4; i++) {
      Answers.await(store.write(transaction -> true));
    }
    database.settle();
  }

  public Task add(TaskToAdd task) {
    return addAll(task).get(0);
  }

  public List<Task> addAll(TaskToAdd... added) {
    return Answers.value(tryAdd(PROJECT, added));
  }

  Outcome<List<Task>> tryAdd(String project, TaskToAdd... added) {
    return Answers.await(tasks.add(project, Stream.of(added).map(TaskToAdd::build).toList()));
  }

  /** The one task that the agent gets. */
  public Task claim(String agent) {
    return claimOne(Claim.by(agent));
  }

  public Task claimOne(Claim claim) {
    List<Task> claimed = claim(claim).tasks();
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  public Claimed claim(Claim claim) {
    return Answers.value(tryClaim(claim));
  }

  Outcome<Claimed> tryClaim(Claim claim) {
    return Answers.await(tasks.claim(claim.build()));
  }

  CompletableFuture<Outcome<Claimed>> claimLater(Claim claim) {
    CompletableFuture<Outcome<Claimed>> answer = tasks.claim(claim.build());
    settle();
    return answer;
  }

  /** The client disconnects after its claim was sent and before it is answered. */
  void claimAndGoAway(Claim claim) {
    CompletableFuture<Void> gone = new CompletableFuture<>();
    store.write(transaction -> gone.join());
    tasks.claim(claim.build()).cancel(false);
    gone.complete(null);
    settle();
  }

  Outcome<Task> renew(Task held) {
    return renew(held.id(), token(held));
  }

  Outcome<Task> renew(long id, String token) {
    return Answers.await(tasks.renew(id, token));
  }

  public Outcome<Task> release(Task held) {
    return release(held.id(), token(held));
  }

  Outcome<Task> release(long id, String token) {
    return Answers.await(tasks.release(id, token, Optional.of("no time")));
  }

  public Outcome<Task> complete(Task held) {
    return complete(held.id(), token(held));
  }

  Outcome<Task> complete(long id, String token) {
    return Answers.await(tasks.complete(id, token, Optional.of("it works")));
  }

  Outcome<Task> fail(Task held) {
    return fail(held.id(), token(held));
  }

  Outcome<Task> fail(long id, String token) {
    return Answers.await(tasks.fail(id, token, Optional.of("it broke")));
  }

  Outcome<Task> retry(Task task) {
    return Answers.await(tasks.retry(task.id(), Actor.UNKNOWN));
  }

  Outcome<Task> cancel(Task task) {
    return Answers.await(tasks.cancel(task.id(), PERSON));
  }

  Outcome<Task> reopen(Task task) {
    return Answers.await(tasks.reopen(task.id(), Actor.UNKNOWN));
  }

  Outcome<Task> edit(Task task, Edit edit) {
    return Answers.await(tasks.edit(task.id(), edit.build(), Actor.UNKNOWN));
  }

  List<Task> heartbeat(String agent) {
    return Answers.await(tasks.heartbeat(PROJECT, agent));
  }

  /** A sign of life of the session; returns the tasks whose leases it has renewed. */
  List<Task> renewHeld(String session) {
    return renewHeld(session, time.millis());
  }

  /** A sign of life of some time ago. */
  List<Task> renewHeld(String session, long at) {
    return renewHeld(session, task -> true, at);
  }

  /** A sign of life of one of the session's agents. */
  List<Task> renewHeld(String session, Predicate<Task> belongsToAgent) {
    return renewHeld(session, belongsToAgent, time.millis());
  }

  private List<Task> renewHeld(String session, Predicate<Task> belongsToAgent, long at) {
    database.moveClockTo(Math.max(at, time.millis()));
    List<Task> before = heldInSession(session);
    Answers.await(
        store.write(
            transaction -> {
              database.leases(rules).renewHeld(transaction, PROJECT, session, belongsToAgent, at);
              return true;
            }));
    database.settle();
    return heldInSession(session).stream().filter(task -> !before.contains(task)).toList();
  }

  List<Task> releaseHeld(String session) {
    return releaseHeld(session, task -> true);
  }

  /** Returns the released tasks as they are after it. */
  List<Task> releaseHeld(String session, Predicate<Task> belongsToAgent) {
    List<Task> released =
        Answers.await(
            store.write(
                transaction ->
                    database
                        .leases(rules)
                        .releaseHeld(
                            transaction,
                            PROJECT,
                            session,
                            belongsToAgent,
                            "it left",
                            time.millis())));
    database.settle();
    return released.stream().map(this::now).toList();
  }

  List<Task> heldInSession(String session) {
    return Answers.await(
        store.write(
            transaction -> transaction.get(TaskRepository.class).heldInSession(PROJECT, session)));
  }

  /** The task as it is stored now. */
  public Task now(Task task) {
    database.settle();
    return Answers.await(tasks.show(task.id())).orElseThrow().task();
  }

  TaskStatus status(Task task) {
    return now(task).status();
  }

  List<TaskEvent> history(Task task) {
    database.settle();
    return Answers.await(tasks.show(task.id())).orElseThrow().history();
  }

  public List<Task> list() {
    return list(Optional.empty(), Optional.empty(), Optional.empty());
  }

  List<Task> list(Optional<String> project, Optional<String> swarm, Optional<TaskStatus> status) {
    database.settle();
    List<Task> all = new ArrayList<>();
    List<Task> page;
    do {
      long last = all.isEmpty() ? 0 : all.get(all.size() - 1).id();
      int limit = Math.toIntExact(TaskFilter.LIMIT.max());
      page = Answers.await(tasks.list(TaskFilter.of(project, swarm, status, last, limit)));
      all.addAll(page);
    } while (!page.isEmpty());
    return all;
  }

  public <T> T read(Function<TaskQueries, T> query) {
    database.settle();
    return Answers.await(store.read(snapshot -> query.apply(snapshot.get(TaskQueries.class))));
  }

  public List<TaskEvent> events() {
    return read(queries -> queries.eventsAfter(0, Optional.empty(), 10_000));
  }

  List<SwarmSummary> summaries() {
    return read(queries -> queries.summaries(Optional.empty()));
  }

  /** The task as if nobody had ever claimed it, but that somebody may have left something. */
  static Task heldOnce(Task added) {
    return added.with(TaskState.pending(added.attempts(), true));
  }

  static String token(Task held) {
    return held.lease().orElseThrow().token();
  }
}
