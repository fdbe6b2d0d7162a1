package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.Progress;
import swarmd.swarm.TaskRepository.WaveCounts;
import swarmd.text.TextBudget;

/**
 * What may happen to a task, and what follows from it. Each method is one step of a transaction.
 */
public final class TaskRules {
  /** How many claimable tasks that own files a claim with {@code files} looks at. */
  static final int FILE_WINDOW = 1_000;

  /** So that a busy agent does not cost a write per hook event. */
  private static final int MAX_RENEWALS_PER_LEASE = 10;

  private final Supplier<String> tokens;

  /**
   * @param tokens makes a new, unguessable token each time
   */
  public TaskRules(Supplier<String> tokens) {
    this.tokens = tokens;
  }

  public Outcome<List<Task>> add(
      TaskRepository tasks, String project, List<NewTask> added, long now) {
    for (NewTask task : added) {
      Optional<String> unusable =
          task.files().stream().filter(glob -> !FileGlobs.valid(glob)).findFirst();
      if (unusable.isPresent()) {
        return Outcome.refused(
            ErrorCode.INVALID_REQUEST,
            "'%s' owns files by a glob that cannot be used: '%s'"
                .formatted(task.title(), unusable.get()));
      }
    }
    return DependencyOrder.of(added)
        .flatMap(order -> addInOrder(tasks, project, added, order, now));
  }

  private Outcome<List<Task>> addInOrder(
      TaskRepository tasks, String project, List<NewTask> added, List<Integer> order, long now) {
    for (NewTask task : added) {
      List<Long> known = idsNamedBy(task);
      if (tasks.countUnsettled(project, known).isEmpty()) {
        return Outcome.refused(
            ErrorCode.INVALID_REQUEST,
            "'%s' depends on a task that is not in this project; depends_on is %s"
                .formatted(task.title(), known));
      }
    }
    Map<String, Long> idOfKey = new LinkedHashMap<>();
    Map<String, SwarmId> swarms = new LinkedHashMap<>();
    Long[] ids = new Long[added.size()];
    for (int position : order) {
      NewTask task = added.get(position);
      SwarmId swarm = swarms.computeIfAbsent(task.swarm(), name -> tasks.swarm(project, name));
      List<Long> dependsOn = resolve(task, idOfKey);
      int open = tasks.countUnsettled(project, dependsOn).orElseThrow();
      long id = tasks.insert(swarm, task, dependsOn, open, now);
      tasks.countNew(swarm, task.wave());
      tasks.append(event(now, Kind.CREATED, swarm, id));
      task.key().ifPresent(key -> idOfKey.put(key, id));
      ids[position] = id;
    }
    for (SwarmId swarm : swarms.values()) {
      tasks.openNextWave(swarm);
      announce(tasks, swarm, now);
    }
    return Outcome.ok(Stream.of(ids).map(id -> tasks.find(id).orElseThrow()).toList());
  }

  private static List<Long> idsNamedBy(NewTask task) {
    return resolve(task, Map.of());
  }

  private static List<Long> resolve(NewTask task, Map<String, Long> idOfKey) {
    Set<Long> ids = new LinkedHashSet<>();
    for (Dependency dependency : task.dependsOn()) {
      if (dependency instanceof Dependency.ById byId) {
        ids.add(byId.id());
      } else if (dependency instanceof Dependency.ByKey byKey && idOfKey.containsKey(byKey.key())) {
        ids.add(idOfKey.get(byKey.key()));
      }
    }
    return List.copyOf(ids);
  }

  public Outcome<Claimed> claim(TaskRepository tasks, ClaimRequest request, long now) {
    if (request.requestId().isPresent()) {
      List<Task> before =
          tasks.claimedBefore(
              request.project(), request.agent(), request.session(), request.requestId().get());
      if (!before.isEmpty()) {
        return Outcome.ok(Claimed.of(before));
      }
    }
    if (request.id().isPresent()) {
      return claimOne(tasks, request.id().get(), request, now);
    }
    List<Task> chosen = choose(tasks, request);
    if (chosen.isEmpty()) {
      return Outcome.ok(Claimed.nothing(whyNothing(tasks, request)));
    }
    return Outcome.ok(
        Claimed.of(chosen.stream().map(task -> take(tasks, task, request, now)).toList()));
  }

  private Outcome<Claimed> claimOne(TaskRepository tasks, long id, ClaimRequest request, long now) {
    return existing(tasks, id)
        .flatMap(
            task ->
                task.swarm().project().equals(request.project())
                    ? Outcome.ok(task)
                    : Outcome.refused(
                        ErrorCode.NOT_FOUND, "there is no task " + id + " in " + request.project()))
        .flatMap(
            task ->
                switch (task.status()) {
                  case PENDING -> Outcome.ok(Claimed.of(List.of(take(tasks, task, request, now))));
                  case CLAIMED -> Outcome.ok(Claimed.nothing(describeHolder(task)));
                  case BLOCKED ->
                      Outcome.refused(
                          ErrorCode.BLOCKED,
                          "task %d waits for others: it depends on %s and is in wave %d"
                              .formatted(id, task.dependsOn(), task.wave()));
                  case DONE, FAILED, CANCELLED -> alreadyTerminal(task);
                });
  }

  private static List<Task> choose(TaskRepository tasks, ClaimRequest request) {
    List<OpenSwarm> swarms = tasks.openSwarms(request.project(), request.swarm());
    Map<Long, Task> chosen = new LinkedHashMap<>();
    TextBudget budget = new TextBudget();
    if (!request.files().isEmpty()) {
      Stream<Task> matching =
          swarms.stream()
              .flatMap(swarm -> tasks.claimableWithFiles(swarm, FILE_WINDOW).stream())
              .filter(
                  task -> FileGlobs.of(request.project(), task.files()).matchAny(request.files()));
      choose(matching, request.limit(), budget, chosen);
    }
    if (chosen.size() < request.limit()) {
      Stream<Task> any =
          swarms.stream()
              .flatMap(swarm -> tasks.claimable(swarm, request.limit()).stream())
              .filter(task -> !chosen.containsKey(task.id()));
      choose(any, request.limit(), budget, chosen);
    }
    return new ArrayList<>(chosen.values());
  }

  /**
   * Ends with the budget, as a swarm's claimable tasks do: what follows may not be all there is.
   */
  private static void choose(
      Stream<Task> found, int limit, TextBudget budget, Map<Long, Task> chosen) {
    for (Task task : found.sorted(TaskQueries.CLAIM_ORDER).toList()) {
      if (chosen.size() == limit || !budget.isLeft()) {
        return;
      }
      budget.take(task.textLength());
      chosen.put(task.id(), task);
    }
  }

  private Task take(TaskRepository tasks, Task task, ClaimRequest request, long now) {
    String token = tokens.get();
    long fence =
        tasks.append(
            new NewEvent(
                now,
                Kind.CLAIMED,
                task.swarm(),
                Optional.of(task.id()),
                Optional.of(request.agent()),
                request.session(),
                Optional.empty(),
                Optional.of(token),
                request.requestId(),
                Optional.empty()));
    long duration = request.lease().toMillis();
    Task claimed =
        TaskChange.of(task)
            .claimed(
                request.agent(),
                request.session(),
                new Lease(token, fence, duration, now + duration),
                now);
    move(tasks, task, claimed, now);
    return claimed;
  }

  private static String whyNothing(TaskRepository tasks, ClaimRequest request) {
    List<SwarmSummary> summaries =
        tasks.summaries(Optional.of(request.project())).stream()
            .filter(
                summary ->
                    request.swarm().isEmpty() || request.swarm().get().equals(summary.id().name()))
            .toList();
    long blocked = sum(summaries, TaskStatus.BLOCKED);
    long claimed = sum(summaries, TaskStatus.CLAIMED);
    if (summaries.isEmpty()) {
      return "there are no tasks in "
          + request.swarm().map(name -> "swarm '" + name + "' of ").orElse("")
          + request.project();
    }
    if (blocked == 0 && claimed == 0) {
      return "all tasks are finished";
    }
    return "nothing is claimable: " + claimed + " claimed, " + blocked + " blocked";
  }

  private static long sum(List<SwarmSummary> summaries, TaskStatus status) {
    return summaries.stream().mapToLong(summary -> summary.count(status)).sum();
  }

  public Outcome<Task> renew(TaskRepository tasks, long id, String token, long now) {
    return held(tasks, id, token).map(task -> extend(tasks, task, now));
  }

  public List<Task> heartbeat(TaskRepository tasks, String project, String agent, long now) {
    return tasks.heldBy(project, agent).stream().map(task -> extend(tasks, task, now)).toList();
  }

  /**
   * A sign of life of a session renews what it holds: those tasks that are of the one who gave it.
   * Unlike the holder's own renewal it never saves a lease that is over, and it leaves alone what
   * was renewed a moment ago.
   */
  public List<Task> renewHeld(
      TaskRepository tasks, String project, String session, Predicate<Task> whose, long now) {
    return tasks.heldInSession(project, session).stream()
        .filter(task -> worthRenewing(task.lease().orElseThrow(), now))
        .filter(whose)
        .map(task -> extend(tasks, task, now))
        .toList();
  }

  private static boolean worthRenewing(Lease lease, long now) {
    long lastRenewed = lease.expiresAt() - lease.durationMillis();
    long used = now - lastRenewed;
    return now < lease.expiresAt() && used >= lease.durationMillis() / MAX_RENEWALS_PER_LEASE;
  }

  private static Task extend(TaskRepository tasks, Task task, long now) {
    Task extended = TaskChange.of(task).renewed(now);
    tasks.update(extended);
    return extended;
  }

  public Outcome<Task> release(
      TaskRepository tasks, long id, String token, Optional<String> note, long now) {
    return endLease(
            tasks, id, token, Kind.RELEASED, note, now, task -> TaskChange.of(task).released())
        .flatMap(released -> existing(tasks, id)); // it may have to wait by now
  }

  /** Somebody of a session has left and gives back what is theirs. */
  public List<Task> releaseHeld(
      TaskRepository tasks,
      String project,
      String session,
      Predicate<Task> whose,
      String note,
      long now) {
    return tasks.heldInSession(project, session).stream()
        .filter(whose)
        .map(
            task -> {
              Task released = TaskChange.of(task).released();
              finish(tasks, task, Kind.RELEASED, Optional.of(note), now, released);
              return tasks.find(task.id()).orElseThrow(); // it may have to wait by now
            })
        .toList();
  }

  public Outcome<Task> complete(
      TaskRepository tasks, long id, String token, Optional<String> result, long now) {
    return endLease(
        tasks,
        id,
        token,
        Kind.COMPLETED,
        Optional.empty(),
        now,
        task -> TaskChange.of(task).done(result, now));
  }

  public Outcome<Task> fail(
      TaskRepository tasks, long id, String token, Optional<String> error, long now) {
    return endLease(
        tasks, id, token, Kind.FAILED, error, now, task -> TaskChange.of(task).failed(error, now));
  }

  private Outcome<Task> endLease(
      TaskRepository tasks,
      long id,
      String token,
      Kind step,
      Optional<String> note,
      long now,
      UnaryOperator<Task> change) {
    Outcome<Task> held = held(tasks, id, token);
    if (held instanceof Outcome.Refused<Task> && tasks.stepTaken(id, token, step)) {
      return existing(tasks, id);
    }
    return held.map(task -> finish(tasks, task, step, note, now, change.apply(task)));
  }

  private static Task finish(
      TaskRepository tasks, Task before, Kind step, Optional<String> note, long now, Task after) {
    tasks.append(leaseEvent(now, step, before, note));
    move(tasks, before, after, now);
    return after;
  }

  /** A failed task may be tried again from the start. */
  public Outcome<Task> retry(TaskRepository tasks, long id, long now) {
    return existing(tasks, id)
        .flatMap(
            task -> {
              if (task.status() != TaskStatus.FAILED) {
                return Outcome.refused(
                    ErrorCode.INVALID_TRANSITION,
                    "only a failed task can be retried; task %d is %s"
                        .formatted(id, task.status().label()));
              }
              tasks.append(event(now, Kind.RETRIED, task.swarm(), id));
              move(tasks, task, TaskChange.of(task).pendingAgain(), now);
              return existing(tasks, id);
            });
  }

  /** The task is not wanted any more; what waited for it may start. */
  public Outcome<Task> cancel(TaskRepository tasks, long id, long now) {
    return existing(tasks, id)
        .flatMap(
            task -> {
              if (task.status() == TaskStatus.CANCELLED) {
                return Outcome.ok(task);
              }
              if (task.status() == TaskStatus.DONE) {
                return alreadyTerminal(task);
              }
              Task cancelled = TaskChange.of(task).cancelled(now);
              tasks.append(leaseEvent(now, Kind.CANCELLED, task, Optional.empty()));
              move(tasks, task, cancelled, now);
              return Outcome.ok(cancelled);
            });
  }

  /** Ends leases whose time is over; returns how many, at most {@code limit}. */
  public int expire(TaskRepository tasks, long now, int limit) {
    List<Task> expired = tasks.expiredAt(now, limit);
    for (Task task : expired) {
      tasks.append(leaseEvent(now, Kind.EXPIRED, task, Optional.empty()));
      if (task.attempts() < task.maxAttempts()) {
        move(tasks, task, TaskChange.of(task).pendingAfterExpiry(), now);
        continue;
      }
      Optional<String> error =
          Optional.of("its lease expired in attempt " + task.attempts() + ", the last");
      Task failed = TaskChange.of(task).failed(error, now);
      tasks.append(leaseEvent(now, Kind.FAILED, failed, error)); // no step of the holder: no token
      move(tasks, task, failed, now);
    }
    return expired.size();
  }

  /** After a time in which nobody could renew, holders get a moment before their leases end. */
  public void grantGrace(TaskRepository tasks, Duration grace, long now) {
    tasks.clampLeases(now, now + grace.toMillis());
  }

  /** Stores the changed task and all that follows from its change of status. */
  private static void move(TaskRepository tasks, Task before, Task after, long now) {
    tasks.update(after);
    WaveCounts counts = tasks.recount(after.swarm(), after.wave(), before.status(), after.status());
    if (after.status().settled()) {
      List<SwarmId> elsewhere = tasks.settleDependents(after);
      if (counts.unsettled() == 0) {
        tasks.openNextWave(after.swarm());
      }
      elsewhere.forEach(swarm -> announce(tasks, swarm, now));
    }
    if (counts.claimed() == 0) {
      announce(tasks, after.swarm(), now);
    }
  }

  /** Completion and being stuck are told once, and anew after there was work in between. */
  private static void announce(TaskRepository tasks, SwarmId swarm, long now) {
    Progress progress = tasks.progress(swarm);
    SwarmSummary.State state = stateOf(progress);
    if (state == progress.announced()) {
      return;
    }
    tasks.announced(swarm, state, now);
    switch (state) {
      case COMPLETE -> tasks.append(event(now, Kind.SWARM_COMPLETE, swarm));
      case STUCK -> tasks.append(event(now, Kind.SWARM_STUCK, swarm));
      case OPEN -> {}
    }
  }

  private static SwarmSummary.State stateOf(Progress progress) {
    if (progress.claimed() > 0 || progress.anyClaimable()) {
      return SwarmSummary.State.OPEN;
    }
    return progress.pending() == 0 ? SwarmSummary.State.COMPLETE : SwarmSummary.State.STUCK;
  }

  private static Outcome<Task> existing(TaskRepository tasks, long id) {
    return tasks
        .find(id)
        .map(Outcome::ok)
        .orElseGet(() -> Outcome.refused(ErrorCode.NOT_FOUND, "there is no task " + id));
  }

  private static Outcome<Task> held(TaskRepository tasks, long id, String token) {
    return existing(tasks, id)
        .flatMap(
            task -> {
              if (task.heldWith(token)) {
                return Outcome.ok(task);
              }
              boolean finishedByIt =
                  tasks.stepTaken(id, token, Kind.COMPLETED)
                      || tasks.stepTaken(id, token, Kind.FAILED);
              return finishedByIt && task.status().terminal()
                  ? alreadyTerminal(task)
                  : Outcome.refused(ErrorCode.LEASE_LOST, describeLoss(task));
            });
  }

  private static String describeLoss(Task task) {
    String now =
        task.status() == TaskStatus.CLAIMED
            ? describeHolder(task)
            : "task " + task.id() + " is " + task.status().label();
    return "this token no longer holds the task: " + now + "; claim again before you go on";
  }

  private static String describeHolder(Task task) {
    return "task " + task.id() + " is claimed by " + task.agent().orElse("another agent");
  }

  private static <T> Outcome<T> alreadyTerminal(Task task) {
    return Outcome.refused(
        ErrorCode.ALREADY_TERMINAL,
        "task %d is already %s".formatted(task.id(), task.status().label()));
  }

  private static NewEvent event(long now, Kind kind, SwarmId swarm, long taskId) {
    return event(now, kind, swarm, Optional.of(taskId));
  }

  private static NewEvent event(long now, Kind kind, SwarmId swarm) {
    return event(now, kind, swarm, Optional.empty());
  }

  private static NewEvent event(long now, Kind kind, SwarmId swarm, Optional<Long> taskId) {
    return new NewEvent(
        now,
        kind,
        swarm,
        taskId,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static NewEvent leaseEvent(long now, Kind kind, Task task, Optional<String> note) {
    return new NewEvent(
        now,
        kind,
        task.swarm(),
        Optional.of(task.id()),
        task.agent(),
        task.session(),
        task.lease().map(Lease::fence),
        task.lease().map(Lease::token),
        Optional.empty(),
        note);
  }
}
