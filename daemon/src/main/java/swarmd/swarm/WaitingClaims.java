package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import swarmd.common.Outcome;
import swarmd.swarm.Claimed.Reason;
import swarmd.time.Time;

/**
 * Claims that wait for work, in order of arrival. Each commit that may have freed work wakes the
 * first ones, and each claim that gets a task wakes the next, so that they never all try in vain. A
 * claim that finds that nothing can appear any more ends at once, and wakes the next as well.
 */
final class WaitingClaims {
  private static final String TOO_LATE = "nothing became claimable in time";
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Comparator<Waiter> BY_ARRIVAL =
      Comparator.comparingLong(waiter -> waiter.number);

  private final Attempt attempt;
  private final Consumer<Claimed> giveBack;
  private final Consumer<Duration> onWaited;
  private final Time time;
  private final Map<Group, NavigableSet<Waiter>> waiting = new HashMap<>();
  private final Map<String, Alarm> alarms = new HashMap<>();
  private final AtomicLong arrivals = new AtomicLong();
  private volatile boolean stopped;

  /** See {@link TaskSteps#claim}. */
  interface Attempt {
    CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean woken);
  }

  WaitingClaims(
      Attempt attempt, Consumer<Claimed> giveBack, Consumer<Duration> onWaited, Time time) {
    this.attempt = attempt;
    this.giveBack = giveBack;
    this.onWaited = onWaited;
    this.time = time;
  }

  /**
   * @param repeated whether the client may ask for the claim again, so that it is kept even if
   *     nobody waits for the answer any more
   */
  CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean repeated) {
    long deadline = time.monotonicMillis() + request.patience().toMillis();
    Waiter waiter = new Waiter(request, repeated, arrivals.incrementAndGet(), deadline);
    if (!request.patience().isZero()) {
      enter(waiter);
    }
    tryAll(List.of(waiter));
    return waiter.answer;
  }

  int count() {
    synchronized (waiting) {
      return waiting.values().stream().mapToInt(NavigableSet::size).sum();
    }
  }

  /** Answers all waiting claims with nothing; later ones do not wait either. */
  void stop() {
    stopped = true;
    synchronized (alarms) {
      alarms.values().forEach(alarm -> alarm.timer.cancel());
      alarms.clear();
    }
    List<Waiter> all;
    synchronized (waiting) {
      all = waiting.values().stream().flatMap(NavigableSet::stream).toList();
    }
    all.forEach(waiter -> giveUp(waiter, "the daemon is stopping"));
  }

  void onCommit(List<TaskEvent> events) {
    Map<String, Integer> freed = new HashMap<>();
    for (TaskEvent event : events) {
      if (event.kind().mayEndWaiting()) {
        freed.merge(event.project(), 1, Integer::sum);
      }
    }
    freed.forEach((project, count) -> tryAll(wake(project, count)));
  }

  /** Lets every claim of this project try again. */
  void wakeAll(String project) {
    tryAll(wake(project, Integer.MAX_VALUE));
  }

  /** Lets every claim try again. */
  void wakeAll() {
    Set<String> projects;
    synchronized (waiting) {
      projects = waiting.keySet().stream().map(Group::project).collect(Collectors.toSet());
    }
    projects.forEach(this::wakeAll);
  }

  /** A loop, not a recursion: with a full disk, each attempt fails at once and wakes the next. */
  private void tryAll(List<Waiter> woken) {
    Deque<Waiter> next = new ArrayDeque<>(woken);
    while (!next.isEmpty()) {
      Waiter waiter = next.remove();
      CompletableFuture<List<Waiter>> tried =
          attempt
              .claim(waiter.request, waiter.woken)
              .handle((outcome, failure) -> finishAttempt(waiter, outcome, failure));
      if (tried.isDone()) {
        next.addAll(tried.join());
      } else {
        tried.thenAccept(this::tryAll);
      }
    }
  }

  /** Answers the waiter after its attempt, or lets it wait; returns the waiters to try next. */
  private List<Waiter> finishAttempt(Waiter waiter, Outcome<Claimed> outcome, Throwable failure) {
    if (failure != null) {
      waiter.answer.completeExceptionally(failure);
      return wake(waiter.group(), 1); // the work that woke it is still there
    }
    boolean settled = !isEmpty(outcome) || isFinal(outcome);
    boolean wokenAgain = !settled && consumeWakeUp(waiter);
    if (settled || !waits(waiter)) {
      answer(waiter, outcome);
      return settled || wokenAgain ? wakeAfter(waiter) : List.of();
    }
    waiter.last = nothing(outcome);
    waiter.woken = true; // from its next attempt on
    next(outcome).ifPresent(wait -> expectWork(waiter.request.project(), wait));
    if (wokenAgain) {
      return List.of(waiter);
    }
    startTimer(waiter);
    return List.of();
  }

  private void answer(Waiter waiter, Outcome<Claimed> outcome) {
    boolean wanted = waiter.answer.complete(outcome);
    if (!wanted && !waiter.repeated && outcome instanceof Outcome.Ok<Claimed> ok) {
      giveBack.accept(ok.value());
    }
  }

  private static boolean isEmpty(Outcome<Claimed> outcome) {
    return outcome instanceof Outcome.Ok<Claimed> ok && ok.value().isEmpty();
  }

  private static boolean isFinal(Outcome<Claimed> outcome) {
    return outcome instanceof Outcome.Ok<Claimed> ok && ok.value().isFinal();
  }

  private static Optional<Claimed.Nothing> nothing(Outcome<Claimed> outcome) {
    return outcome instanceof Outcome.Ok<Claimed> ok ? ok.value().nothing() : Optional.empty();
  }

  private static Optional<Duration> next(Outcome<Claimed> outcome) {
    return nothing(outcome).flatMap(Claimed.Nothing::next);
  }

  /**
   * Wakes claims of the project when the time of its next task comes. The alarm is the project's,
   * not the claim's, which may give up before the others do.
   */
  private void expectWork(String project, Duration wait) {
    if (wait.compareTo(ClaimRequest.WAIT.max()) > 0) {
      return; // nobody waits that long
    }
    Duration delay = wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait;
    long at = time.monotonicMillis() + delay.toMillis();
    synchronized (alarms) {
      Alarm set = alarms.get(project);
      if (stopped || set != null && set.at <= at) {
        return;
      }
      if (set != null) {
        set.timer.cancel();
      }
      alarms.put(project, new Alarm(at, time.after(delay, () -> ring(project, at))));
    }
  }

  private void ring(String project, long at) {
    synchronized (alarms) {
      alarms.computeIfPresent(project, (key, set) -> set.at == at ? null : set);
    }
    tryAll(wake(project, 1));
  }

  /** On the monotonic clock. */
  private record Alarm(long at, Time.Cancellable timer) {}

  private boolean waits(Waiter waiter) {
    return timeLeft(waiter) > 0 && !waiter.answer.isDone();
  }

  private long timeLeft(Waiter waiter) {
    return stopped ? 0 : waiter.deadline - time.monotonicMillis();
  }

  private void startTimer(Waiter waiter) {
    if (!waiter.timed) {
      waiter.timed = true;
      Time.Cancellable timeout =
          time.after(Duration.ofMillis(timeLeft(waiter)), () -> giveUp(waiter, TOO_LATE));
      waiter.answer.whenComplete((outcome, failure) -> timeout.cancel());
    } else if (timeLeft(waiter) <= 0) {
      giveUp(waiter, TOO_LATE); // its timer may have run out just before
    }
  }

  /** A waiter whose attempt is under way is answered by that attempt. */
  private void giveUp(Waiter waiter, String message) {
    synchronized (waiting) {
      if (waiter.trying) {
        return;
      }
    }
    waiter.answer.complete(Outcome.ok(waiter.withNothing(message)));
  }

  private void enter(Waiter waiter) {
    synchronized (waiting) {
      waiting.computeIfAbsent(waiter.group(), group -> new TreeSet<>(BY_ARRIVAL)).add(waiter);
    }
    long entered = time.nanos();
    waiter.answer.whenComplete(
        (outcome, failure) -> {
          leave(waiter);
          onWaited.accept(Duration.ofNanos(time.nanos() - entered));
        });
  }

  private void leave(Waiter waiter) {
    synchronized (waiting) {
      NavigableSet<Waiter> group = waiting.get(waiter.group());
      group.remove(waiter);
      if (group.isEmpty()) {
        waiting.remove(waiter.group());
      }
    }
  }

  /** Whether it was woken during its attempt; if not, the attempt is over. */
  private boolean consumeWakeUp(Waiter waiter) {
    synchronized (waiting) {
      boolean woken = waiter.wokenAgain;
      waiter.wokenAgain = false;
      waiter.trying = woken;
      return woken;
    }
  }

  /** Repetitions of the same request get the same claim, so they need not wait for other work. */
  private List<Waiter> wakeAfter(Waiter answered) {
    synchronized (waiting) {
      List<Waiter> woken = new ArrayList<>(wake(answered.group(), 1));
      if (answered.request.requestId().isPresent()) {
        waiting.values().stream()
            .flatMap(NavigableSet::stream)
            .filter(waiter -> waiter != answered && waiter.isSameRequestAs(answered))
            .filter(waiter -> !waiter.answer.isDone())
            .forEach(waiter -> wakeForSameRequest(waiter, woken));
      }
      return woken;
    }
  }

  private static void wakeForSameRequest(Waiter waiter, List<Waiter> woken) {
    waiter.woken = false; // not because of new work
    if (waiter.trying) {
      waiter.wokenAgain |= !woken.contains(waiter);
    } else {
      waiter.trying = true;
      woken.add(waiter);
    }
  }

  private List<Waiter> wake(String project, int count) {
    synchronized (waiting) {
      return waiting.keySet().stream()
          .filter(group -> group.project.equals(project))
          .flatMap(group -> wake(group, count).stream())
          .sorted(BY_ARRIVAL)
          .toList();
    }
  }

  /** A waiter whose attempt is under way may have started too early, so it tries once more. */
  private List<Waiter> wake(Group group, int count) {
    synchronized (waiting) {
      List<Waiter> woken = new ArrayList<>();
      int left = count;
      for (Waiter waiter : waiting.getOrDefault(group, Collections.emptyNavigableSet())) {
        if (left == 0) {
          break;
        }
        if (waiter.answer.isDone()) {
          continue; // it is leaving, so the wake-up would be lost
        }
        if (!waiter.trying) {
          waiter.trying = true;
          woken.add(waiter);
          left--;
        } else if (!waiter.wokenAgain) {
          waiter.wokenAgain = true;
          left--;
        }
      }
      return woken;
    }
  }

  /** Waiters in one group can get the same tasks. */
  private record Group(
      String project,
      Optional<String> swarm,
      List<String> tags,
      Optional<Long> id,
      Optional<String> account) {}

  private static final class Waiter {
    private final ClaimRequest request;
    private final boolean repeated;
    private final long number;
    private final long deadline;
    private final CompletableFuture<Outcome<Claimed>> answer = new CompletableFuture<>();
    private boolean timed;

    /** Whether it tries again because work may have appeared. */
    private volatile boolean woken;

    /** Why its last attempt found nothing. */
    private volatile Optional<Claimed.Nothing> last = Optional.empty();

    /** This and the next field are guarded by the lock on {@code waiting}. */
    private boolean trying = true;

    private boolean wokenAgain;

    Waiter(ClaimRequest request, boolean repeated, long number, long deadline) {
      this.request = request;
      this.repeated = repeated;
      this.number = number;
      this.deadline = deadline;
    }

    boolean isSameRequestAs(Waiter other) {
      return request.requestId().equals(other.request.requestId())
          && request.project().equals(other.request.project())
          && request.agent().equals(other.request.agent())
          && request.session().equals(other.request.session());
    }

    Group group() {
      return new Group(
          request.project(), request.swarm(), request.tags(), request.id(), request.account());
    }

    /** What is known of its account says more than that it was too late. */
    Claimed withNothing(String message) {
      return last.filter(nothing -> nothing.reason() == Reason.PAUSED)
          .map(Claimed::nothing)
          .orElseGet(
              () ->
                  Claimed.nothing(last.map(Claimed.Nothing::reason).orElse(Reason.BUSY), message));
    }
  }
}
