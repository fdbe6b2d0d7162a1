package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.Claimed.Reason;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.PastClaim;
import swarmd.swarm.TaskRepository.Selection;
import swarmd.text.HumanDuration;
import swarmd.text.TextBudget;

/**
 * Claims tasks in one atomic step, by priority, then id; tasks that own one of the request's files
 * come first. A repeated request id returns the same claim, or a refusal if it has ended.
 */
final class ClaimRules {
  /** How many claimable tasks that own files are compared with a claim's {@code files}. */
  static final int FILE_WINDOW = 1_000;

  private final Supplier<String> tokens;

  /**
   * @param tokens makes a new, unguessable token each time
   */
  ClaimRules(Supplier<String> tokens) {
    this.tokens = tokens;
  }

  Outcome<Claimed> claim(TaskRepository tasks, ClaimRequest request, long now) {
    List<PastClaim> before = claimedBefore(tasks, request);
    if (!before.isEmpty()) {
      return repeated(tasks, before);
    }
    return request.id().isPresent()
        ? claimOne(tasks, request.id().get(), request, now)
        : Outcome.ok(claimNext(tasks, request, now));
  }

  /**
   * A repetition gets what its claim still holds or has finished. It never gets other tasks, and is
   * refused if all are lost: a token that is worth nothing must not look like a claim.
   */
  private static Outcome<Claimed> repeated(TaskRepository tasks, List<PastClaim> before) {
    List<Task> kept =
        before.stream()
            .filter(
                claim ->
                    claim.isHeld()
                        || LeaseRules.finishedBy(tasks, claim.task().id(), claim.lease().token()))
            .map(PastClaim::asClaimed)
            .toList();
    return kept.isEmpty()
        ? TaskRefusals.claimEnded(before.get(0).task())
        : Outcome.ok(Claimed.of(kept, tasks::requiredChecks));
  }

  private static List<PastClaim> claimedBefore(TaskRepository tasks, ClaimRequest request) {
    return request
        .requestId()
        .map(id -> tasks.claimedBefore(request.project(), request.agent(), request.session(), id))
        .orElse(List.of());
  }

  private Outcome<Claimed> claimOne(TaskRepository tasks, long id, ClaimRequest request, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(task -> inProject(task, request.project()))
        .flatMap(task -> withTags(task, request.tags()))
        .flatMap(
            task ->
                switch (task.status()) {
                  case PENDING ->
                      obstacle(tasks, task, now)
                          .<Outcome<Claimed>>map(
                              reason -> Outcome.refused(ErrorCode.BLOCKED, reason))
                          .orElseGet(
                              () ->
                                  Outcome.ok(
                                      Claimed.of(
                                          List.of(take(tasks, task, request, now)),
                                          tasks::requiredChecks)));
                  case CLAIMED ->
                      Outcome.ok(Claimed.nothing(Reason.BUSY, TaskRefusals.describeHolder(task)));
                  case BLOCKED ->
                      Outcome.refused(
                          ErrorCode.BLOCKED,
                          "task %d is blocked: it %s"
                              .formatted(id, TaskText.whyBlocked(tasks.waitsFor(task))));
                  case DONE, FAILED, CANCELLED -> TaskRefusals.alreadyTerminal(task);
                });
  }

  /** Why a task that waits for no other task cannot be claimed. */
  private static Optional<String> obstacle(TaskRepository tasks, Task task, long now) {
    SwarmSummary swarm =
        tasks.summaries(Optional.of(task.swarm().project())).stream()
            .filter(found -> found.id().equals(task.swarm()))
            .findFirst()
            .orElseThrow();
    if (swarm.paused()) {
      return Optional.of(PauseRules.explain(swarm));
    }
    WaitsFor waitsFor = new Obstacles(tasks, now).of(task);
    if (waitsFor.until().isPresent()) {
      return Optional.of(
          "task %d is not to be claimed before %s; to allow it now: swarm task snooze %1$d now"
              .formatted(task.id(), TaskText.time(waitsFor.until().get())));
    }
    if (!waitsFor.pausedTags().isEmpty()) {
      return Optional.of(
          "task %d has to wait: %s"
              .formatted(task.id(), PauseRules.explain(task.swarm(), waitsFor.pausedTags())));
    }
    return waitsFor.limits().stream()
        .findFirst()
        .map(limit -> "task %d has to wait: %s".formatted(task.id(), TaskText.limit(limit)));
  }

  private static Outcome<Task> inProject(Task task, String project) {
    return task.swarm().project().equals(project)
        ? Outcome.ok(task)
        : Outcome.refused(
            ErrorCode.NOT_FOUND,
            "there is no task " + task.id() + " in " + project + TaskText.seeTasks());
  }

  private static Outcome<Task> withTags(Task task, List<String> tags) {
    return task.tags().containsAll(tags)
        ? Outcome.ok(task)
        : Outcome.refused(
            ErrorCode.INVALID_REQUEST,
            "task %d does not have %s; leave the tags out to claim it"
                .formatted(task.id(), TaskText.tags(tags)));
  }

  private Claimed claimNext(TaskRepository tasks, ClaimRequest request, long now) {
    List<Task> chosen = choose(tasks, request, now);
    return chosen.isEmpty()
        ? nothing(tasks, request, now)
        : Claimed.of(
            chosen.stream().map(task -> take(tasks, task, request, now)).toList(),
            tasks::requiredChecks);
  }

  private static List<Task> choose(TaskRepository tasks, ClaimRequest request, long now) {
    List<OpenSwarm> swarms = tasks.openSwarms(request.project(), request.swarm());
    Map<SwarmId, Quota> quotas = new HashMap<>();
    for (OpenSwarm swarm : swarms) {
      quotas.put(swarm.id(), Quota.of(swarm.limits(), () -> tasks.claimedTags(swarm.id())));
    }
    Map<Long, Task> chosen = new LinkedHashMap<>();
    TextBudget budget = new TextBudget();
    if (!request.files().isEmpty()) {
      Selection selection = new Selection(request.tags(), List.of(), now);
      Stream<Task> matching =
          swarms.stream()
              .flatMap(swarm -> tasks.claimableWithFiles(swarm, selection, FILE_WINDOW).stream())
              .filter(
                  task -> FileGlobs.of(request.project(), task.files()).matchAny(request.files()));
      choose(matching, request.limit(), budget, quotas, chosen);
    }
    if (chosen.size() < request.limit()) {
      Stream<Task> any =
          swarms.stream()
              .flatMap(
                  swarm ->
                      next(tasks, swarm, request, now, chosen.size(), quotas.get(swarm.id()))
                          .stream())
              .filter(task -> !chosen.containsKey(task.id()));
      choose(any, request.limit(), budget, quotas, chosen);
    }
    return new ArrayList<>(chosen.values());
  }

  /**
   * The next tasks of a swarm, as far as its limits allow. Each time a limit is reached, it looks
   * for tasks that this limit does not concern.
   */
  private static List<Task> next(
      TaskRepository tasks,
      OpenSwarm swarm,
      ClaimRequest request,
      long now,
      int chosen,
      Quota quota) {
    if (quota.isUnlimited()) {
      return tasks.claimable(swarm, new Selection(request.tags(), List.of(), now), request.limit());
    }
    Map<Long, Task> found = new LinkedHashMap<>();
    Quota left = quota.copy();
    boolean more = true;
    while (more && !left.isFull() && found.size() < request.limit() + chosen) {
      Selection selection = new Selection(request.tags(), left.fullTags(), now);
      more = false;
      for (Task task : tasks.claimable(swarm, selection, request.limit() + chosen + found.size())) {
        if (found.containsKey(task.id())) {
          continue;
        }
        if (!left.admits(task.tags())) {
          more = true;
          break;
        }
        left.take(task.tags());
        found.put(task.id(), task);
      }
    }
    return List.copyOf(found.values());
  }

  /**
   * Stops when the budget is used up, because the list of a swarm's claimable tasks ends there,
   * too.
   */
  private static void choose(
      Stream<Task> found,
      int limit,
      TextBudget budget,
      Map<SwarmId, Quota> quotas,
      Map<Long, Task> chosen) {
    for (Task task : found.sorted(TaskQueries.CLAIM_ORDER).toList()) {
      if (chosen.size() == limit || !budget.isLeft()) {
        return;
      }
      Quota quota = quotas.get(task.swarm());
      if (quota.admits(task.tags())) {
        quota.take(task.tags());
        budget.take(task.textLength());
        chosen.put(task.id(), task);
      }
    }
  }

  private Task take(TaskRepository tasks, Task task, ClaimRequest request, long now) {
    String token = tokens.get();
    long fence = tasks.append(NewEvent.claimed(now, task, request, token));
    long duration = request.lease().toMillis();
    Lease lease = new Lease(token, fence, duration, now + duration);
    Task claimed = task.with(task.state().claimed(request.agent(), request.session(), lease, now));
    SwarmProgress.move(tasks, task, claimed, now);
    return claimed;
  }

  private static Claimed nothing(TaskRepository tasks, ClaimRequest request, long now) {
    List<SwarmSummary> all = tasks.summaries(Optional.of(request.project()));
    List<SwarmSummary> wanted =
        all.stream()
            .filter(
                summary ->
                    request.swarm().isEmpty() || request.swarm().get().equals(summary.id().name()))
            .toList();
    Map<TaskStatus, Long> counts =
        request.tags().isEmpty()
            ? total(wanted)
            : tasks.countTagged(request.project(), request.swarm(), request.tags());
    String which = request.tags().isEmpty() ? "" : " with " + TaskText.tags(request.tags());
    long blocked = counts.get(TaskStatus.BLOCKED);
    long claimed = counts.get(TaskStatus.CLAIMED);
    if (counts.values().stream().allMatch(count -> count == 0)) {
      return Claimed.nothing(
          Reason.EMPTY,
          "there are no tasks%s in %s%s"
              .formatted(
                  which,
                  request.swarm().map(name -> "swarm '" + name + "' of ").orElse(""),
                  request.project()));
    }
    if (blocked + claimed + counts.get(TaskStatus.PENDING) == 0) {
      return Claimed.nothing(Reason.COMPLETE, "complete: all tasks" + which + " are finished");
    }
    boolean mayGoOn =
        isAtWork(wanted)
            || isAtWork(all)
                && wanted.stream().anyMatch(swarm -> tasks.waitsForOtherSwarm(swarm.id()));
    String pause =
        wanted.stream()
            .filter(SwarmSummary::paused)
            .findFirst()
            .map(swarm -> "; " + PauseRules.explain(swarm))
            .orElse("");
    Optional<TaskQueries.Later> later =
        tasks.later(request.project(), request.swarm(), request.tags(), now);
    return mayGoOn
        ? Claimed.nothing(
            Reason.BUSY,
            "nothing is claimable yet: %d claimed, %d blocked%s%s%s"
                .formatted(
                    claimed,
                    blocked,
                    later.map(waiting -> describe(waiting, now)).orElse(""),
                    pause,
                    describeLimits(tasks, request) + describePausedTags(tasks, request)),
            later.map(waiting -> Duration.ofMillis(waiting.next() - now)))
        : Claimed.nothing(
            Reason.STUCK,
            "stuck: %d blocked, %d failed; retry or cancel what failed: swarm task list --status failed"
                .formatted(blocked, sum(wanted, TaskStatus.FAILED)));
  }

  private static String describe(TaskQueries.Later later, long now) {
    return ", %d %s for %s (the next one in %s)"
        .formatted(
            later.count(),
            later.count() == 1 ? "waits" : "wait",
            later.count() == 1 ? "its time" : "their time",
            HumanDuration.of(later.next() - now));
  }

  private static String describeLimits(TaskRepository tasks, ClaimRequest request) {
    return tasks.openSwarms(request.project(), request.swarm()).stream()
        .flatMap(
            swarm ->
                Quota.of(swarm.limits(), () -> tasks.claimedTags(swarm.id())).reached().stream())
        .map(limit -> "; " + TaskText.limit(limit))
        .distinct()
        .collect(Collectors.joining());
  }

  /** Those that keep a task from being claimed. */
  private static String describePausedTags(TaskRepository tasks, ClaimRequest request) {
    StringBuilder text = new StringBuilder();
    for (OpenSwarm swarm : tasks.openSwarms(request.project(), request.swarm())) {
      List<String> tags =
          swarm.limits().pausedTags().stream()
              .filter(tag -> isPending(tasks, swarm, tag, request.tags()))
              .sorted()
              .toList();
      if (!tags.isEmpty()) {
        text.append("; ").append(PauseRules.explain(swarm.id(), tags));
      }
    }
    return text.toString();
  }

  private static boolean isPending(
      TaskRepository tasks, OpenSwarm swarm, String tag, List<String> wanted) {
    List<String> tags = Stream.concat(wanted.stream(), Stream.of(tag)).distinct().toList();
    Map<TaskStatus, Long> counts =
        tasks.countTagged(swarm.id().project(), Optional.of(swarm.id().name()), tags);
    return counts.get(TaskStatus.PENDING) > 0;
  }

  private static Map<TaskStatus, Long> total(List<SwarmSummary> swarms) {
    Map<TaskStatus, Long> counts = new EnumMap<>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      counts.put(status, sum(swarms, status));
    }
    return counts;
  }

  private static boolean isAtWork(List<SwarmSummary> swarms) {
    return sum(swarms, TaskStatus.PENDING) + sum(swarms, TaskStatus.CLAIMED) > 0;
  }

  private static long sum(List<SwarmSummary> summaries, TaskStatus status) {
    return summaries.stream().mapToLong(summary -> summary.count(status)).sum();
  }
}
