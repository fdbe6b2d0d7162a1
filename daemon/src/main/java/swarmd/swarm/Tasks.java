package swarmd.swarm;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import swarmd.common.ErrorCode;
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

  /** The note of a claim that nobody has heard of. */
  static final String UNDELIVERED = "the client disconnected before it got the answer";

  private final Store store;
  private final TaskRules rules;
  private final Time time;
  private final WaitingClaims waitingClaims;
  private final TaskSteps steps;
  private final LeaseAlarm expiry;
  private final ClaimGate gate;

  /** For tasks whose agents send no events. */
  public Tasks(Store store, TaskRules rules, Time time) {
    this(store, rules, new LivingSessions(), ClaimGate.OPEN, waited -> {}, time);
  }

  /**
   * @param living what the agents' sessions are doing
   * @param gate keeps claims from being tried
   * @param onWaited receives how long each claim that was allowed to wait took
   */
  public Tasks(
      Store store,
      TaskRules rules,
      LivingSessions living,
      ClaimGate gate,
      Consumer<Duration> onWaited,
      Time time) {
    this(
        store,
        rules,
        new LocalSteps(store, rules, time),
        new LeaseExpiry(store, rules, living, time),
        gate,
        onWaited,
        time);
  }

  /**
   * For tasks that are stored elsewhere.
   *
   * @param store has a copy of them
   */
  public Tasks(
      Store store,
      TaskRules rules,
      TaskSteps steps,
      LeaseAlarm expiry,
      ClaimGate gate,
      Consumer<Duration> onWaited,
      Time time) {
    this.store = store;
    this.rules = rules;
    this.steps = steps;
    this.expiry = expiry;
    this.gate = gate;
    this.time = time;
    waitingClaims = new WaitingClaims(this::claimNow, this::giveBack, onWaited, time);
    store.onCommit(TaskEvent.class, waitingClaims::onCommit);
    gate.onOpened(waitingClaims::wakeAll);
  }

  /** Starts to expire leases. Blocks until it is known what sessions were doing. */
  public void start() {
    expiry.start();
  }

  /** Answers waiting claims with nothing. */
  public void stop() {
    waitingClaims.stop();
  }

  /** Work may have appeared in this project. */
  public void wake(String project) {
    waitingClaims.wakeAll(project);
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
    return steps.ofTasks(tasks -> rules.add(tasks, project, added, by, time.millis()));
  }

  /**
   * Cancelling the future withdraws the request. What it has claimed already is given back, unless
   * the client can ask for it again by its request id.
   */
  public CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request) {
    return claim(request, request.requestId().isPresent());
  }

  /**
   * For a client that repeats its request only if the daemon dies: a claim that it has not received
   * is given back, whether or not the request has an id.
   */
  public CompletableFuture<Outcome<Claimed>> claimOnce(ClaimRequest request) {
    return claim(request, false);
  }

  /** The account is usually in memory; if it has to be looked up, the claim may be withdrawn. */
  private CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean repeated) {
    CompletableFuture<ClaimRequest> known =
        gate.accountOf(request)
            .handle((account, failure) -> failure == null ? request.withAccount(account) : request);
    if (known.isDone()) {
      return waitingClaims.claim(known.join(), repeated);
    }
    CompletableFuture<Outcome<Claimed>> answer = new CompletableFuture<>();
    known.thenAccept(
        found -> {
          if (!answer.isDone()) {
            CompletableFuture<Outcome<Claimed>> claim = waitingClaims.claim(found, repeated);
            answer.whenComplete((outcome, failure) -> claim.cancel(false));
            claim.whenComplete((outcome, failure) -> pass(outcome, failure, answer, repeated));
          }
        });
    return answer;
  }

  private void pass(
      Outcome<Claimed> outcome,
      Throwable failure,
      CompletableFuture<Outcome<Claimed>> answer,
      boolean repeated) {
    if (failure != null) {
      answer.completeExceptionally(failure);
    } else if (!answer.complete(outcome)
        && !repeated
        && outcome instanceof Outcome.Ok<Claimed> ok) {
      giveBack(ok.value());
    }
  }

  private CompletableFuture<Outcome<Claimed>> claimNow(ClaimRequest request, boolean woken) {
    Optional<Claimed.Nothing> obstacle = request.account().flatMap(gate::obstacle);
    return obstacle.isPresent()
        ? claimedBefore(request)
            .thenCompose(
                before ->
                    before
                        ? tryToClaim(request, woken)
                        : CompletableFuture.completedFuture(
                            Outcome.ok(Claimed.nothing(obstacle.get()))))
        : tryToClaim(request, woken);
  }

  private CompletableFuture<Outcome<Claimed>> tryToClaim(ClaimRequest request, boolean woken) {
    return steps.claim(request, woken).whenComplete((outcome, failure) -> expectExpiry(outcome));
  }

  /** A request that is repeated gets what it got, whatever keeps others from claiming. */
  private CompletableFuture<Boolean> claimedBefore(ClaimRequest request) {
    return request.requestId().isEmpty()
        ? CompletableFuture.completedFuture(false)
        : store.write(
            transaction ->
                !transaction
                    .get(TaskRepository.class)
                    .claimedBefore(
                        request.project(),
                        request.agent(),
                        request.session(),
                        request.requestId().get())
                    .isEmpty());
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
    Optional<String> note = Optional.of(UNDELIVERED);
    claimed
        .tasks()
        .forEach(task -> task.lease().ifPresent(lease -> release(task.id(), lease.token(), note)));
  }

  public CompletableFuture<Outcome<Task>> renew(long id, String token) {
    checkHolder(id, token);
    return steps.ofTask(tasks -> rules.renew(tasks, id, token, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> release(long id, String token, Optional<String> note) {
    checkHolder(id, token);
    TaskEvent.NOTE.check(note);
    return steps.ofHolder(HolderStep.RELEASE, id, token, note, Optional.empty());
  }

  /** For a task that needs no checks; for others see {@link Completions}. */
  public CompletableFuture<Outcome<Task>> complete(long id, String token, Optional<String> result) {
    return complete(id, token, result, Optional.empty());
  }

  /** Is refused with {@code CHECK_FAILED} if checks are needed that were not verified. */
  CompletableFuture<Outcome<Task>> complete(
      long id, String token, Optional<String> result, Optional<Checked> checked) {
    checkHolder(id, token);
    TaskState.RESULT.check(result);
    return steps.ofHolder(HolderStep.COMPLETE, id, token, result, checked);
  }

  /** Records what has failed for the task's next holder. */
  CompletableFuture<Outcome<Task>> checkFailed(long id, String token, String note) {
    return steps.ofTask(tasks -> rules.checkFailed(tasks, id, token, note, time.millis()));
  }

  /** Names the checks that every task of the swarm needs. */
  public CompletableFuture<Outcome<SwarmSummary>> require(
      String project, String swarm, List<String> checks, Actor actor) {
    SwarmId.NAME.check(swarm);
    TaskSpec.checkChecks(checks);
    List<String> names = TaskSpec.distinct(checks);
    return steps.ofSwarm(
        tasks -> rules.require(tasks, project, swarm, names, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> fail(long id, String token, Optional<String> error) {
    checkHolder(id, token);
    TaskState.ERROR.check(error);
    return steps.ofHolder(HolderStep.FAIL, id, token, error, Optional.empty());
  }

  public CompletableFuture<Outcome<Task>> retry(long id, Actor actor) {
    Task.ID.check(id);
    return steps.ofTask(tasks -> rules.retry(tasks, id, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> cancel(long id, Actor actor) {
    Task.ID.check(id);
    return steps.ofTask(tasks -> rules.cancel(tasks, id, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> reopen(long id, Actor actor) {
    Task.ID.check(id);
    return steps.ofTask(tasks -> rules.reopen(tasks, id, actor, time.millis()));
  }

  /**
   * The holder works on a branch of its own.
   *
   * @param target the branch that it lands in
   * @param note where the worktree is
   */
  public CompletableFuture<Outcome<Task>> startBranch(
      long id, String token, String name, String target, String note) {
    checkHolder(id, token);
    TaskBranch.NAME.check(name);
    TaskBranch.TARGET.check(target);
    return steps.ofTask(
        tasks -> rules.startBranch(tasks, id, token, name, target, note, time.millis()));
  }

  /** Records that the work of a task has landed as a commit. */
  public CompletableFuture<Outcome<Task>> land(long id, String commit, String note, Actor actor) {
    Task.ID.check(id);
    TaskBranch.COMMIT.check(commit);
    return steps.ofTask(tasks -> rules.land(tasks, id, commit, note, actor, time.millis()));
  }

  /** Lets a task be claimed again whose work could not land. */
  public CompletableFuture<Outcome<Task>> sendBack(long id, String note, Actor actor) {
    Task.ID.check(id);
    return steps.ofTask(tasks -> rules.sendBack(tasks, id, note, actor, time.millis()));
  }

  /**
   * Completes when what can be read is not older than this call; an older copy is not waited for.
   */
  public CompletableFuture<Void> current() {
    return steps.current().exceptionally(away -> null);
  }

  /** Takes the task from its holder, as only a person may. */
  public CompletableFuture<Outcome<Task>> takeBack(long id, Optional<String> note, Actor actor) {
    Task.ID.check(id);
    TaskEvent.NOTE.check(note);
    return steps.ofTask(tasks -> rules.takeBack(tasks, id, note, actor, time.millis()));
  }

  public CompletableFuture<Outcome<Task>> edit(long id, TaskChange change, Actor actor) {
    Task.ID.check(id);
    return steps.ofTask(tasks -> rules.edit(tasks, id, change, actor, time.millis()));
  }

  /**
   * Lets all tasks that the filter finds take a step, and returns those that did; the others stay
   * as they are.
   *
   * @param dryRun whether they are only returned
   */
  public CompletableFuture<Outcome<List<Task>>> takeAll(
      TaskFilter filter, BulkStep step, boolean dryRun, Actor actor) {
    return steps.ofTasks(tasks -> rules.takeAll(tasks, filter, step, dryRun, actor, time.millis()));
  }

  /** Nobody gets tasks of the swarm until it is resumed. */
  public CompletableFuture<Outcome<SwarmSummary>> pause(String project, String swarm, Actor actor) {
    SwarmId.NAME.check(swarm);
    return steps.ofSwarm(tasks -> rules.pause(tasks, project, swarm, actor, time.millis()));
  }

  public CompletableFuture<Outcome<SwarmSummary>> resume(
      String project, String swarm, Actor actor) {
    SwarmId.NAME.check(swarm);
    return steps.ofSwarm(tasks -> rules.resume(tasks, project, swarm, actor, time.millis()));
  }

  /** Nobody gets tasks of the swarm with this tag until the tag is resumed. */
  public CompletableFuture<Outcome<SwarmSummary>> pauseTag(
      String project, String swarm, String tag, Actor actor) {
    checkTag(swarm, tag);
    return steps.ofSwarm(tasks -> rules.pauseTag(tasks, project, swarm, tag, actor, time.millis()));
  }

  public CompletableFuture<Outcome<SwarmSummary>> resumeTag(
      String project, String swarm, String tag, Actor actor) {
    checkTag(swarm, tag);
    return steps.ofSwarm(
        tasks -> rules.resumeTag(tasks, project, swarm, tag, actor, time.millis()));
  }

  private static void checkTag(String swarm, String tag) {
    SwarmId.NAME.check(swarm);
    TaskSpec.checkTags(List.of(tag));
  }

  /**
   * Limits how many tasks of the swarm are claimed at the same time.
   *
   * @param tag only tasks that have it; empty for all
   * @param most 0 for any number
   */
  public CompletableFuture<Outcome<SwarmSummary>> limit(
      String project, String swarm, Optional<String> tag, int most, Actor actor) {
    SwarmId.NAME.check(swarm);
    tag.ifPresent(name -> TaskSpec.checkTags(List.of(name)));
    ClaimLimits.MOST.check(most);
    return steps.ofSwarm(
        tasks -> rules.limit(tasks, project, swarm, tag, most, actor, time.millis()));
  }

  /** Renews every lease that the agent holds. */
  public CompletableFuture<List<Task>> heartbeat(String project, String agent) {
    ClaimRequest.AGENT.check(agent);
    return steps
        .ofTasks(tasks -> Outcome.ok(rules.heartbeat(tasks, project, agent, time.millis())))
        .thenApply(renewed -> renewed.orElseThrow(Tasks::neverRefused));
  }

  public CompletableFuture<Optional<TaskHistory>> show(long id) {
    Task.ID.check(id);
    return store.read(
        snapshot ->
            snapshot
                .get(TaskQueries.class)
                .find(id)
                .map(task -> history(task, snapshot.get(TaskQueries.class), time.millis())));
  }

  private static TaskHistory history(Task task, TaskQueries queries, long now) {
    List<TaskEvent> history = queries.history(task.id());
    return new TaskHistory(
        task,
        new Obstacles(queries, now).of(task),
        queries.requiredChecks(task),
        queries.workOf(task),
        Handoff.of(history),
        history);
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
          return BriefTask.of(queries.listBrief(filter, offset), queries, time.millis());
        });
  }

  /**
   * Adds tasks of other tools, or updates those that are known by their keys.
   *
   * @param dryRun whether it only counts what it would do
   */
  public CompletableFuture<Outcome<Imported>> importAll(
      String project, List<ImportedTask> imported, boolean dryRun, Actor actor) {
    if (imported.size() > ADDED.max()) {
      return CompletableFuture.completedFuture(
          Outcome.refused(
              ErrorCode.INVALID_REQUEST,
              "%,d tasks are too many for one import; split the file into parts of at most %,d"
                  .formatted(imported.size(), ADDED.max())));
    }
    CompletableFuture<Imported> counted =
        store.read(snapshot -> Imported.of(snapshot.get(TaskQueries.class), project, imported));
    if (dryRun) {
      return counted.thenApply(Outcome::ok);
    }
    return counted.thenCompose(
        counts ->
            steps
                .ofTasks(tasks -> ImportRules.add(tasks, project, imported, actor, time.millis()))
                .thenCompose(
                    added ->
                        added instanceof Outcome.Refused<List<Task>>
                            ? CompletableFuture.completedFuture(added)
                            : steps.ofTasks(
                                tasks ->
                                    ImportRules.update(
                                        tasks, project, imported, actor, time.millis())))
                .thenApply(done -> done.map(tasks -> counts)));
  }

  private static void checkHolder(long id, String token) {
    Task.ID.check(id);
    Lease.TOKEN.check(token);
  }

  private static RuntimeException neverRefused(Outcome.Refused<?> refusal) {
    return new IllegalStateException(refusal.message());
  }

  /**
   * A task and its past.
   *
   * @param checks that must pass before it is done, those of its swarm included
   * @param work what its holder has edited so far
   * @param handoffs what earlier holders have left, newest first
   * @param history its events, oldest first
   */
  public record TaskHistory(
      Task task,
      WaitsFor waitsFor,
      List<String> checks,
      Optional<Work> work,
      List<Handoff> handoffs,
      List<TaskEvent> history) {}

  /** What earlier holders of the claimed tasks have left, by the tasks' ids; newest first. */
  public CompletableFuture<Map<Long, List<Handoff>>> handoffs(Claimed claimed) {
    List<Long> ids = claimed.tasks().stream().filter(Task::heldBefore).map(Task::id).toList();
    if (ids.isEmpty()) {
      return CompletableFuture.completedFuture(Map.of());
    }
    return steps
        .current()
        .handle((known, failure) -> true) // an older copy is better than none
        .thenCompose(
            known -> store.read(snapshot -> handoffs(ids, snapshot.get(TaskQueries.class))));
  }

  private static Map<Long, List<Handoff>> handoffs(List<Long> ids, TaskQueries queries) {
    Map<Long, List<Handoff>> left = new HashMap<>();
    for (long id : ids) {
      List<Handoff> handoffs = queries.handoffs(id);
      if (!handoffs.isEmpty()) {
        left.put(id, handoffs);
      }
    }
    return left;
  }
}
