package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TestSwarm.PERSON;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;

/** Runs each step on the real tasks and on the model, and compares them afterwards. */
final class ComparedSwarm implements AutoCloseable {
  private final TestSwarm real;
  private final SwarmModel model = new SwarmModel();
  private final List<Long> ids = new ArrayList<>();
  private final List<Grant> grants = new ArrayList<>();

  ComparedSwarm(TestDatabase database) {
    real = new TestSwarm(database);
  }

  /** A token that a task had at some time. */
  private record Grant(long id, String token) {}

  /** The part of each task that is compared. */
  private record View(
      long id,
      TaskStatus status,
      Optional<String> agent,
      int attempts,
      Optional<String> key,
      List<String> tags,
      List<String> checks,
      long notBefore,
      Optional<Long> expiresAt) {}

  @Override
  public void close() {
    real.close();
  }

  private long now() {
    return real.time().millis();
  }

  private Optional<Long> anyId(int random) {
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(random % ids.size()));
  }

  private Optional<Grant> anyGrant(int random) {
    return grants.isEmpty() ? Optional.empty() : Optional.of(grants.get(random % grants.size()));
  }

  /**
   * @param wait how long nobody gets it; zero for not at all
   */
  void add(TaskToAdd task, Duration wait, List<Integer> dependencies) {
    if (!wait.isZero()) {
      task.notBefore(now() + wait.toMillis());
    }
    List<Long> dependsOn =
        dependencies.stream().flatMap(random -> anyId(random).stream()).distinct().toList();
    dependsOn.forEach(task::after);
    NewTask built = task.build();
    Optional<ModelTask> known = model.find(built.swarm(), built.key());
    long id = real.add(task).id();
    if (known.isPresent()) {
      assertThat(id).isEqualTo(known.get().id);
      return;
    }
    model.add(new ModelTask(id, task.build(), dependsOn));
    ids.add(id);
  }

  void claim(String agent, Optional<String> swarm, List<String> tags, int limit, Duration lease) {
    Claim claim = Claim.by(agent).session(sessionOf(agent)).upTo(limit).lease(lease);
    swarm.ifPresent(claim::inSwarm);
    claim.tagged(tags.toArray(String[]::new));
    List<Task> claimed = real.claim(claim).tasks();
    assertThat(claimed.stream().map(Task::id))
        .isEqualTo(model.claim(agent, swarm, tags, limit, now()));
    for (Task task : claimed) {
      Lease given = task.lease().orElseThrow();
      model.get(task.id()).lease(given, now());
      grants.add(new Grant(task.id(), given.token()));
    }
  }

  void renew(int random) {
    anyGrant(random)
        .ifPresent(
            grant ->
                assertSame(
                    real.renew(grant.id, grant.token), model.renew(grant.id, grant.token, now())));
  }

  /** Uses the token of some task, not always of this one. */
  void end(Kind step, int task, int token) {
    anyGrant(token).ifPresent(grant -> end(step, anyId(task).orElse(grant.id), grant.token));
  }

  /** Uses a current or old token of the task. */
  void end(Kind step, int random) {
    anyGrant(random).ifPresent(grant -> end(step, grant.id, grant.token));
  }

  private void end(Kind step, long id, String token) {
    Outcome<Task> outcome =
        switch (step) {
          case RELEASED -> real.release(id, token);
          case COMPLETED -> real.complete(id, token);
          default -> real.fail(id, token);
        };
    assertSame(outcome, model.end(id, token, step, now()));
  }

  /** With some checks verified, which may be all, too few or others. */
  void completeChecked(int random, List<String> passed) {
    Checked checked = new Checked(passed, Optional.of("c0ffee"), passed.size());
    anyGrant(random)
        .ifPresent(
            grant ->
                assertSame(
                    Answers.await(
                        real.tasks()
                            .complete(
                                grant.id, grant.token, Optional.empty(), Optional.of(checked))),
                    model.end(grant.id, grant.token, Kind.COMPLETED, passed, now())));
  }

  void checkFailed(int random) {
    anyGrant(random)
        .ifPresent(
            grant ->
                assertSame(
                    Answers.await(real.tasks().checkFailed(grant.id, grant.token, "it is red")),
                    model.checkFailed(grant.id, grant.token)));
  }

  void editChecks(int random, List<String> checks) {
    anyId(random)
        .ifPresent(
            id ->
                assertSame(
                    Answers.await(
                        real.tasks()
                            .edit(id, Edit.checks(checks.toArray(String[]::new)).build(), PERSON)),
                    model.editChecks(id, checks)));
  }

  /** A swarm without tasks needs none. */
  void require(String swarm, List<String> checks) {
    Outcome<SwarmSummary> changed =
        Answers.await(real.tasks().require(TestSwarm.PROJECT, swarm, checks, PERSON));
    if (changed instanceof Outcome.Ok<SwarmSummary> ok) {
      assertThat(ok.value().checks()).isEqualTo(checks);
      model.require(swarm, checks);
    } else {
      assertThat(Answers.refusal(changed)).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  void retry(int random) {
    anyId(random)
        .ifPresent(
            id ->
                assertSame(Answers.await(real.tasks().retry(id, Actor.UNKNOWN)), model.retry(id)));
  }

  void cancel(int random) {
    anyId(random)
        .ifPresent(
            id -> assertSame(Answers.await(real.tasks().cancel(id, PERSON)), model.cancel(id)));
  }

  void reopen(int random) {
    anyId(random)
        .ifPresent(
            id ->
                assertSame(
                    Answers.await(real.tasks().reopen(id, Actor.UNKNOWN)), model.reopen(id)));
  }

  void takeBack(int random) {
    anyId(random)
        .ifPresent(
            id ->
                assertSame(
                    Answers.await(real.tasks().takeBack(id, Optional.empty(), PERSON)),
                    model.takeBack(id)));
  }

  void editPriority(int random, int priority) {
    anyId(random).ifPresent(id -> edit(id, Edit.priority(priority), model.edit(id, priority)));
  }

  void snooze(int random, Duration wait) {
    long time = wait.isZero() ? 0 : now() + wait.toMillis();
    anyId(random).ifPresent(id -> edit(id, Edit.notBefore(time), model.editNotBefore(id, time)));
  }

  void limit(String swarm, String tag, int most) {
    Optional<String> name = Optional.of(tag).filter(text -> !text.isEmpty());
    if (applies(swarm, real.tasks().limit(TestSwarm.PROJECT, swarm, name, most, Actor.UNKNOWN))) {
      model.limit(swarm, tag, most);
    }
  }

  /** An empty tag means the whole swarm. */
  void pause(String swarm, String tag) {
    if (applies(
        swarm,
        tag.isEmpty()
            ? real.tasks().pause(TestSwarm.PROJECT, swarm, PERSON)
            : real.tasks().pauseTag(TestSwarm.PROJECT, swarm, tag, PERSON))) {
      model.pause(swarm, tag);
    }
  }

  void resume(String swarm, String tag) {
    if (applies(
        swarm,
        tag.isEmpty()
            ? real.tasks().resume(TestSwarm.PROJECT, swarm, PERSON)
            : real.tasks().resumeTag(TestSwarm.PROJECT, swarm, tag, PERSON))) {
      model.resume(swarm, tag);
    }
  }

  /** A swarm without tasks has neither limits nor pauses. */
  private boolean applies(String swarm, CompletableFuture<Outcome<SwarmSummary>> step) {
    Outcome<SwarmSummary> outcome = Answers.await(step);
    if (model.exists(swarm)) {
      Answers.value(outcome);
      return true;
    }
    assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.NOT_FOUND);
    return false;
  }

  void editTags(int random, List<String> tags) {
    anyId(random)
        .ifPresent(
            id -> edit(id, Edit.tagged(tags.toArray(String[]::new)), model.editTags(id, tags)));
  }

  void editWave(int random, int wave) {
    anyId(random).ifPresent(id -> edit(id, Edit.wave(wave), model.editWave(id, wave)));
  }

  void editDependencies(int random, List<Integer> dependencies) {
    List<Long> dependsOn =
        dependencies.stream().flatMap(any -> anyId(any).stream()).distinct().toList();
    anyId(random)
        .ifPresent(id -> edit(id, Edit.after(dependsOn), model.editDependencies(id, dependsOn)));
  }

  private void edit(long id, Edit edit, Optional<ErrorCode> refused) {
    assertSame(Answers.await(real.tasks().edit(id, edit.build(), Actor.UNKNOWN)), refused);
  }

  void heartbeat(String agent) {
    real.heartbeat(agent);
    for (ModelTask task : model.heldBy(agent)) {
      task.expiresAt = now() + task.leaseMillis;
    }
  }

  private static String sessionOf(String agent) {
    return "session-of-" + agent;
  }

  void renewHeld(String agent) {
    real.renewHeld(sessionOf(agent));
    for (ModelTask task : model.heldBy(agent)) {
      long used = now() + task.leaseMillis - task.expiresAt;
      if (used * 10 >= task.leaseMillis) {
        task.expiresAt = now() + task.leaseMillis;
      }
    }
  }

  void releaseHeld(String agent) {
    real.releaseHeld(sessionOf(agent));
    for (ModelTask task : model.heldBy(agent)) {
      assertThat(model.end(task.id, task.token, Kind.RELEASED, now())).isEqualTo(Optional.empty());
    }
  }

  /** Moves from deadline to deadline, so that each lease ends at its own time. */
  void pass(Duration duration) {
    long end = now() + duration.toMillis();
    while (model.nextDeadline().isPresent() && model.nextDeadline().getAsLong() <= end) {
      real.advance(Duration.ofMillis(model.nextDeadline().getAsLong() - now()));
      model.expire(now());
    }
    real.advance(Duration.ofMillis(end - now()));
  }

  /** The real outcome is the stored task, or the same refusal as the model's. */
  private void assertSame(Outcome<Task> outcome, Optional<ErrorCode> refused) {
    if (outcome instanceof Outcome.Ok<Task> ok) {
      assertThat(refused).isEqualTo(Optional.empty());
      assertThat(ok.value()).isEqualTo(real.now(ok.value()));
    } else {
      assertThat(Optional.of(Answers.refusal(outcome))).isEqualTo(refused);
    }
  }

  void compare() {
    List<Task> stored = real.list();
    assertThat(stored.stream().map(ComparedSwarm::view))
        .isEqualTo(model.all().stream().map(this::view).toList());
    for (SwarmSummary summary : real.summaries()) {
      Map<TaskStatus, Long> counted = new EnumMap<>(TaskStatus.class);
      for (TaskStatus status : TaskStatus.values()) {
        counted.put(status, 0L);
      }
      stored.stream()
          .filter(task -> task.swarm().equals(summary.id()))
          .forEach(task -> counted.merge(task.status(), 1L, Long::sum));
      assertThat(summary.counts()).isEqualTo(counted);
    }
  }

  private static View view(Task task) {
    return new View(
        task.id(),
        task.status(),
        task.agent(),
        task.attempts(),
        task.key(),
        task.tags(),
        task.checks(),
        task.notBefore(),
        task.lease().map(Lease::expiresAt));
  }

  private View view(ModelTask task) {
    boolean held = task.status == TaskStatus.CLAIMED;
    return new View(
        task.id,
        model.status(task),
        task.agent,
        task.attempts,
        task.key,
        task.tags,
        task.checks,
        task.notBefore,
        held ? Optional.of(task.expiresAt) : Optional.empty());
  }

  /** Checks the whole history: one holder at a time, and fences only grow. */
  void checkHistory() {
    List<TaskEvent> events = real.events();
    List<Long> fences = new ArrayList<>();
    Map<Long, Long> holding = new TreeMap<>();
    for (TaskEvent event : events) {
      switch (event.kind()) {
        case CLAIMED -> {
          fences.add(event.fence().orElseThrow());
          assertThat(holding.put(event.taskId().orElseThrow(), event.fence().orElseThrow()))
              .isNull();
        }
        case RELEASED, EXPIRED, COMPLETED ->
            assertThat(Optional.ofNullable(holding.remove(event.taskId().orElseThrow())))
                .isEqualTo(event.fence());
        case FAILED, CANCELLED ->
            event
                .fence()
                .ifPresent(
                    fence ->
                        assertThat(holding.remove(event.taskId().orElseThrow())).isEqualTo(fence));
        default -> {}
      }
    }
    assertThat(fences).isEqualTo(fences.stream().distinct().sorted().toList());
    assertThat(events.stream().map(TaskEvent::id)).isSortedAccordingTo(Long::compare);
    assertThat(holding.keySet())
        .isEqualTo(
            model.all().stream()
                .filter(task -> task.status == TaskStatus.CLAIMED)
                .map(task -> task.id)
                .collect(Collectors.toSet()));
    assertThat(announcements(events)).isEqualTo(model.announcements());
    assertThat(grants.stream().map(Grant::token)).doesNotHaveDuplicates();
  }

  private static Map<String, List<Kind>> announcements(List<TaskEvent> events) {
    return events.stream()
        .filter(event -> event.kind() == Kind.SWARM_COMPLETE || event.kind() == Kind.SWARM_STUCK)
        .collect(
            Collectors.groupingBy(
                TaskEvent::swarm, Collectors.mapping(TaskEvent::kind, Collectors.toList())));
  }
}
