package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.swarm.Checked;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.FileGlobs;
import swarmd.swarm.HolderStep;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TaskSteps;
import swarmd.text.TextBudget;

/**
 * Takes steps in the team's database: decides by the copy, stores the decision in one round trip if
 * the tasks are still as the copy says, and decides again if they are not.
 */
final class TeamSteps implements TaskSteps {
  /** Somebody else changed the task each time: more often than that cannot be chance. */
  private static final int MAX_TRIES = 20;

  /** How many claimable tasks that own files are compared with a claim's {@code files}. */
  private static final int FILE_WINDOW = 1_000;

  /** When the copy and the database disagree about what is claimable. */
  private static final Duration SOON = Duration.ofMillis(100);

  private final Store store;
  private final TeamDatabase database;
  private final TeamCopy copy;
  private final TaskRules rules;
  private final Supplier<String> tokens;
  private final String workstation;
  private final TeamClock clock;
  private final Outbox outbox;

  TeamSteps(
      Store store,
      TeamDatabase database,
      TeamCopy copy,
      TaskRules rules,
      Supplier<String> tokens,
      String workstation,
      TeamClock clock) {
    this.store = store;
    this.database = database;
    this.copy = copy;
    this.rules = rules;
    this.tokens = tokens;
    this.workstation = workstation;
    this.clock = clock;
    outbox = new Outbox(store, this::take);
  }

  Outbox outbox() {
    return outbox;
  }

  @Override
  public CompletableFuture<Outcome<Task>> ofTask(Function<TaskRepository, Outcome<Task>> step) {
    return take(step, false, TaskResult.INSTANCE);
  }

  @Override
  public CompletableFuture<Outcome<List<Task>>> ofTasks(
      Function<TaskRepository, Outcome<List<Task>>> step) {
    return take(step, false, (tasks, after) -> tasks.stream().map(after::task).toList());
  }

  @Override
  public CompletableFuture<Outcome<SwarmSummary>> ofSwarm(
      Function<TaskRepository, Outcome<SwarmSummary>> step) {
    return take(step, false, (swarm, after) -> after.reader.swarm(swarm.id()));
  }

  @Override
  public CompletableFuture<Void> current() {
    return copy.catchUp();
  }

  @Override
  public CompletableFuture<Outcome<Task>> ofHolder(
      HolderStep step, long id, String token, Optional<String> text, Optional<Checked> checked) {
    Function<TaskRepository, Outcome<Task>> taken =
        tasks -> step.take(rules, tasks, id, token, text, checked, clock.millis());
    return ofTask(taken)
        .thenCompose(
            outcome ->
                outcome instanceof Outcome.Refused<Task>
                    ? unlessTakenBefore(outcome, taken, id, token)
                    : CompletableFuture.completedFuture(outcome))
        .exceptionallyCompose(
            failure -> {
              if (!(Cause.of(failure) instanceof Store.Unavailable away)) {
                return CompletableFuture.failedFuture(failure);
              }
              return outbox
                  .add(new CopyRepository.Intent(0, Outbox.stepOf(step), id, token, text, checked))
                  .thenCompose(
                      stored ->
                          CompletableFuture.failedFuture(
                              new Store.Unavailable(
                                  away.getMessage()
                                      + "; this step is kept and repeated until it is stored")));
            });
  }

  /** The copy may not know yet that a refused step is a repetition. */
  private CompletableFuture<Outcome<Task>> unlessTakenBefore(
      Outcome<Task> refused, Function<TaskRepository, Outcome<Task>> step, long id, String token) {
    return database
        .steps(id, token)
        .thenCompose(
            labels -> {
              Set<String> known = new HashSet<>();
              labels.forEach(label -> known.add(label.asText()));
              Set<TaskEvent.Kind> kinds =
                  Stream.of(TaskEvent.Kind.values())
                      .filter(kind -> known.contains(kind.label()))
                      .collect(Collectors.toSet());
              return decide(step, false, new ChangeRecorder.Steps(id, token, kinds));
            })
        .thenApply(
            again ->
                again.outcome instanceof Outcome.Ok<Task> && again.changes.isEmpty()
                    ? again.outcome
                    : refused);
  }

  /** Ends the lease of a task if it is over by the database's clock. */
  CompletableFuture<Outcome<Task>> expire(long id) {
    return take(
        tasks ->
            tasks
                .find(id)
                .filter(task -> isOver(task, clock.millis()))
                .map(task -> Outcome.ok(rules.expire(tasks, task, clock.millis())))
                .orElseGet(() -> Outcome.refused(ErrorCode.NOT_FOUND, "it is gone")),
        true,
        TaskResult.INSTANCE);
  }

  private static boolean isOver(Task task, long now) {
    return task.lease().filter(lease -> lease.expiresAt() <= now).isPresent();
  }

  private CompletableFuture<?> take(CopyRepository.Intent intent) {
    return intent.step() == CopyRepository.Intent.Step.WITHDRAW
        ? withdraw(intent.token())
        : takeStep(intent);
  }

  private CompletableFuture<?> withdraw(String requestId) {
    return copy.known()
        .thenCompose(known -> database.claimsOf(requestId))
        .thenCompose(answer -> copy.put(answer, reader -> answer.get("claims")))
        .thenCompose(
            claims -> {
              List<CompletableFuture<?>> releases = new ArrayList<>();
              claims.forEach(claim -> releases.add(takeStep(releaseOf(claim))));
              return CompletableFuture.allOf(releases.toArray(CompletableFuture<?>[]::new));
            });
  }

  private static CopyRepository.Intent releaseOf(JsonNode claim) {
    return new CopyRepository.Intent(
        0,
        CopyRepository.Intent.Step.RELEASE,
        claim.get("task").asLong(),
        claim.get("token").asText(),
        Optional.of("the answer to the claim was lost"));
  }

  private CompletableFuture<Outcome<Task>> takeStep(CopyRepository.Intent intent) {
    long id = intent.taskId();
    String text = intent.text().orElse("");
    return ofTask(
        tasks ->
            switch (intent.step()) {
              case RELEASE, COMPLETE, FAIL, WITHDRAW ->
                  Outbox.stepOf(intent.step())
                      .take(
                          rules,
                          tasks,
                          id,
                          intent.token(),
                          intent.text(),
                          intent.checked(),
                          clock.millis());
              case RELEASE_LEFT ->
                  rules.releaseLeft(tasks, id, intent.token(), text, clock.millis());
              case ABANDON -> rules.abandon(tasks, id, intent.token(), text, clock.millis());
            });
  }

  /** The tasks after a step, where new ones have got their ids. */
  private record After(CopyReader reader, JsonNode ids) {
    Task task(Task before) {
      JsonNode stored = ids.path(String.valueOf(before.id()));
      return reader.task(stored.isMissingNode() ? before.id() : stored.asLong());
    }
  }

  /** The result that the caller of a step gets once it is stored. */
  private interface Result<T> {
    T of(T decided, After after);

    /** The same without the copy, if the answer alone is enough. */
    default Optional<T> of(T decided, JsonNode answer) {
      return Optional.empty();
    }
  }

  /** The task as it is now. */
  private enum TaskResult implements Result<Task> {
    INSTANCE;

    @Override
    public Task of(Task decided, After after) {
      return after.task(decided);
    }

    @Override
    public Optional<Task> of(Task decided, JsonNode answer) {
      return TaskRow.of(answer, decided.id()).map(row -> row.in(decided.swarm()));
    }
  }

  private record Decided<T>(Outcome<T> outcome, ChangeRecorder changes) {}

  private <T> CompletableFuture<Outcome<T>> take(
      Function<TaskRepository, Outcome<T>> step, boolean onlyExpired, Result<T> result) {
    return copy.known().thenCompose(known -> take(step, onlyExpired, result, 0));
  }

  private <T> CompletableFuture<Outcome<T>> take(
      Function<TaskRepository, Outcome<T>> step, boolean onlyExpired, Result<T> result, int tries) {
    return decide(step, onlyExpired, ChangeRecorder.Steps.UNKNOWN)
        .thenCompose(
            decided -> {
              if (decided.outcome instanceof Outcome.Refused<T> refused) {
                return tries > 0
                    ? CompletableFuture.completedFuture(decided.outcome)
                    : current(refused.error())
                        .thenCompose(done -> take(step, onlyExpired, result, 1));
              }
              return decided.changes.isEmpty()
                  ? CompletableFuture.completedFuture(decided.outcome)
                  : store(decided, step, onlyExpired, result, tries);
            });
  }

  /** The copy may be behind what a refusal says. Checks are run without the database. */
  private CompletableFuture<Void> current(ErrorCode refusal) {
    CompletableFuture<Void> current = copy.catchUp();
    return refusal == ErrorCode.CHECK_FAILED ? current.exceptionally(away -> null) : current;
  }

  private <T> CompletableFuture<Decided<T>> decide(
      Function<TaskRepository, Outcome<T>> step, boolean onlyExpired, ChangeRecorder.Steps steps) {
    return store.writeCopy(
        transaction -> {
          ChangeRecorder changes =
              new ChangeRecorder(
                  transaction.get(TaskRepository.class),
                  transaction.get(CopyRepository.class),
                  onlyExpired,
                  steps);
          return new Decided<>(step.apply(changes), changes);
        });
  }

  private <T> CompletableFuture<Outcome<T>> store(
      Decided<T> decided,
      Function<TaskRepository, Outcome<T>> step,
      boolean onlyExpired,
      Result<T> result,
      int tries) {
    return database
        .change(decided.changes.change(UUID.randomUUID().toString()))
        .thenCompose(
            answer -> {
              clock.read(answer);
              if (!answer.has("conflict")) {
                database.announce();
                return stored(decided.outcome, answer, result);
              }
              if (tries >= MAX_TRIES) {
                return CompletableFuture.failedFuture(
                    new Store.Unavailable("others change the same tasks all the time; try again"));
              }
              return copy.put(answer, reader -> true)
                  .thenCompose(done -> copy.catchUp())
                  .thenCompose(done -> take(step, onlyExpired, result, tries + 1));
            });
  }

  /** The caller waits for the copy only if its result depends on other tasks. */
  private <T> CompletableFuture<Outcome<T>> stored(
      Outcome<T> outcome, JsonNode answer, Result<T> result) {
    if (outcome instanceof Outcome.Ok<T> ok) {
      Optional<T> known = result.of(ok.value(), answer);
      if (known.isPresent()) {
        copy.putBehind(answer);
        return CompletableFuture.completedFuture(Outcome.ok(known.get()));
      }
    }
    return copy.put(
        answer,
        reader -> outcome.map(value -> result.of(value, new After(reader, answer.path("ids")))));
  }

  /**
   * What wakes a claim is an event that the copy has. So one that finds nothing in the copy need
   * not try: on all other workstations, too, claims were woken by the same task.
   */
  @Override
  public CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean woken) {
    if (!woken) {
      return claim(request);
    }
    return copy.known()
        .thenCompose(known -> decideClaim(request))
        .thenCompose(
            decided ->
                decided.changes.isEmpty()
                    ? CompletableFuture.completedFuture(decided.outcome)
                    : claim(request));
  }

  private CompletableFuture<Decided<Claimed>> decideClaim(ClaimRequest request) {
    return decide(
        tasks -> rules.claim(tasks, request, clock.millis()), false, ChangeRecorder.Steps.UNKNOWN);
  }

  private CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request) {
    // so that a call can be repeated after a lost connection
    String requestId = request.requestId().orElseGet(() -> UUID.randomUUID().toString());
    return copy.known()
        .thenCompose(known -> preferred(request))
        .thenCompose(
            prefer ->
                database
                    .claim(claimCall(request, requestId, prefer))
                    .exceptionallyCompose(failure -> claimLost(request, requestId, failure)))
        .thenCompose(
            answer -> {
              clock.read(answer);
              JsonNode taken = answer.path("taken");
              boolean repeatedByClient = answer.has("repeated") && request.requestId().isPresent();
              boolean allHeld = taken.size() == answer.path("tasks").size();
              if (!taken.isEmpty() && (allHeld || !repeatedByClient)) {
                database.announce();
                copy.putBehind(answer);
                return CompletableFuture.completedFuture(answer)
                    .thenApply(brought -> Outcome.ok(claimed(request, brought)))
                    .exceptionallyCompose(failure -> claimLost(request, requestId, failure));
              }
              return copy.put(answer, reader -> true)
                  .thenCompose(done -> explain(request, repeatedByClient));
            });
  }

  /** The claim may have been stored, and nobody will ask for it again without a request id. */
  private <T> CompletableFuture<T> claimLost(
      ClaimRequest request, String requestId, Throwable failure) {
    if (request.requestId().isPresent()) {
      return CompletableFuture.failedFuture(failure);
    }
    return outbox
        .add(
            new CopyRepository.Intent(
                0, CopyRepository.Intent.Step.WITHDRAW, 0, requestId, Optional.empty()))
        .thenCompose(stored -> CompletableFuture.failedFuture(failure));
  }

  private static Claimed claimed(ClaimRequest request, JsonNode answer) {
    Map<Long, JsonNode> swarms = new HashMap<>();
    answer.get("swarms").forEach(swarm -> swarms.put(swarm.get("id").asLong(), swarm));
    List<Task> tasks = new ArrayList<>();
    for (JsonNode id : answer.get("taken")) {
      TaskRow row = TaskRow.of(answer, id.asLong()).orElseThrow();
      Task task = row.in(swarmId(swarms.get(row.swarm())));
      if (!isHeldBy(request, task)) {
        throw new Store.Unavailable("what was claimed has been taken away again; try again");
      }
      tasks.add(task);
    }
    return Claimed.of(
        tasks,
        task -> task.requiredChecks(TaskRow.texts(swarms.get(task.swarm().row()).get("checks"))));
  }

  private static SwarmId swarmId(JsonNode swarm) {
    return new SwarmId(
        swarm.get("id").asLong(), swarm.get("project").asText(), swarm.get("name").asText());
  }

  private static boolean isHeldBy(ClaimRequest request, Task task) {
    return task.lease().isPresent()
        && task.agent().equals(Optional.of(request.agent()))
        && task.session().equals(request.session());
  }

  /** The claimable tasks that own one of the request's files, in the order of claims. */
  private CompletableFuture<List<Long>> preferred(ClaimRequest request) {
    if (request.files().isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return store.writeCopy(
        transaction -> {
          TaskRepository tasks = transaction.get(TaskRepository.class);
          TaskRepository.Selection selection =
              new TaskRepository.Selection(request.tags(), List.of(), clock.millis());
          return tasks.openSwarms(request.project(), request.swarm()).stream()
              .flatMap(swarm -> tasks.claimableWithFiles(swarm, selection, FILE_WINDOW).stream())
              .filter(
                  task -> FileGlobs.of(request.project(), task.files()).matchAny(request.files()))
              .sorted(TaskQueries.CLAIM_ORDER)
              .map(Task::id)
              .toList();
        });
  }

  private ObjectNode claimCall(ClaimRequest request, String requestId, List<Long> prefer) {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("project", request.project());
    call.put("agent", request.agent());
    request.session().ifPresent(session -> call.put("session", session));
    request.id().ifPresent(id -> call.put("id", id));
    call.put("limit", request.limit());
    ArrayNode tags = call.putArray("tags");
    request.tags().forEach(tags::add);
    request.swarm().ifPresent(swarm -> call.put("swarm", swarm));
    call.put("lease_ms", request.lease().toMillis());
    call.put("request_id", requestId);
    call.put("workstation", workstation);
    call.put("budget", TextBudget.CHARACTERS);
    ArrayNode preferred = call.putArray("prefer");
    prefer.forEach(preferred::add);
    ArrayNode secrets = call.putArray("tokens");
    for (int i = 0; i < request.limit(); i++) {
      secrets.add(tokens.get());
    }
    return call;
  }

  /** Why the claim got nothing, or what its first one got. */
  private CompletableFuture<Outcome<Claimed>> explain(ClaimRequest request, boolean repeated) {
    CompletableFuture<Void> current =
        repeated ? copy.catchUp() : CompletableFuture.completedFuture(null);
    return current
        .thenCompose(done -> decideClaim(request))
        .thenCompose(
            decided -> {
              if (decided.changes.isEmpty()) {
                return CompletableFuture.completedFuture(decided);
              }
              CompletableFuture<Void> caughtUp = copy.catchUp();
              // the events that the copy still lacks wake a claim that waits
              return request.patience().isZero() || repeated
                  ? caughtUp.thenCompose(done -> decideClaim(request))
                  : CompletableFuture.completedFuture(decided);
            })
        .thenApply(
            decided -> {
              boolean unknown =
                  !decided.changes.isEmpty()
                      || decided.outcome instanceof Outcome.Ok<Claimed> ok && ok.value().isEmpty();
              if (repeated && unknown) {
                throw new Store.Unavailable(
                    "what this request has claimed is not known here yet; try again");
              }
              if (decided.changes.isEmpty()) {
                return decided.outcome;
              }
              return Outcome.ok(
                  Claimed.nothing(
                      Claimed.Reason.BUSY,
                      "nothing is claimable yet; try again",
                      Optional.of(SOON)));
            });
  }
}
