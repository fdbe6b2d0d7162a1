package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.time.Time;

/**
 * Claims that wait for work to appear, in the order they came. Each commit that may have freed work
 * wakes the first ones; each that gets something wakes the next, so a crowd never tries in vain.
 */
final class WaitingClaims {
  private static final Comparator<Waiter> BY_ARRIVAL =
      Comparator.comparingLong(waiter -> waiter.number);

  private final Function<ClaimRequest, CompletableFuture<Outcome<Claimed>>> attempt;
  private final Consumer<Claimed> giveBack;
  private final Time time;
  private final Map<Group, NavigableSet<Waiter>> waiting = new HashMap<>();
  private final AtomicLong commitsThatFreed = new AtomicLong();
  private final AtomicLong arrivals = new AtomicLong();
  private volatile boolean stopped;

  WaitingClaims(
      Function<ClaimRequest, CompletableFuture<Outcome<Claimed>>> attempt,
      Consumer<Claimed> giveBack,
      Time time) {
    this.attempt = attempt;
    this.giveBack = giveBack;
    this.time = time;
  }

  CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request) {
    long deadline = time.monotonicMillis() + request.patience().toMillis();
    Waiter waiter = new Waiter(request, arrivals.incrementAndGet(), deadline);
    tryNow(waiter);
    return waiter.answer;
  }

  /** Sends everybody away, also those who come later. */
  void stop() {
    stopped = true;
    List<Waiter> all;
    synchronized (waiting) {
      all = waiting.values().stream().flatMap(NavigableSet::stream).toList();
    }
    all.forEach(this::giveUp);
  }

  void onCommit(List<TaskEvent> events) {
    Map<String, Integer> freed = new HashMap<>();
    for (TaskEvent event : events) {
      if (event.kind().mayFreeWork()) {
        freed.merge(event.project(), 1, Integer::sum);
      }
    }
    if (!freed.isEmpty()) {
      commitsThatFreed.incrementAndGet();
      freed.forEach((project, count) -> wake(project, count).forEach(this::tryNow));
    }
  }

  private void tryNow(Waiter waiter) {
    long freedBefore = commitsThatFreed.get();
    attempt
        .apply(waiter.request)
        .whenComplete(
            (outcome, failure) -> {
              if (failure != null) {
                waiter.answer.completeExceptionally(failure);
                wake(waiter.group(), 1).forEach(this::tryNow); // what woke it is still there
              } else if (isNothing(outcome) && timeLeft(waiter) > 0) {
                park(waiter);
                if (commitsThatFreed.get() != freedBefore && leave(waiter)) {
                  tryNow(waiter);
                }
              } else {
                answer(waiter, outcome);
              }
            });
  }

  private void answer(Waiter waiter, Outcome<Claimed> outcome) {
    boolean wanted = waiter.answer.complete(outcome);
    if (!wanted && outcome instanceof Outcome.Ok<Claimed> ok) {
      giveBack.accept(ok.value());
    }
    if (!isNothing(outcome)) {
      wake(waiter.group(), 1).forEach(this::tryNow);
    }
  }

  private static boolean isNothing(Outcome<Claimed> outcome) {
    return outcome instanceof Outcome.Ok<Claimed> ok && ok.value().isEmpty();
  }

  private long timeLeft(Waiter waiter) {
    return stopped ? 0 : waiter.deadline - time.monotonicMillis();
  }

  /** Who tried in vain gets its old place again. */
  private void park(Waiter waiter) {
    synchronized (waiting) {
      waiting.computeIfAbsent(waiter.group(), group -> nobody()).add(waiter);
    }
    if (!waiter.timed) {
      waiter.timed = true;
      Time.Cancellable timeout =
          time.after(Duration.ofMillis(timeLeft(waiter)), () -> giveUp(waiter));
      waiter.answer.whenComplete(
          (outcome, failure) -> {
            timeout.cancel();
            leave(waiter);
          });
    } else if (waiter.answer.isDone() || timeLeft(waiter) <= 0) {
      giveUp(waiter); // its timer may have run out just before
    }
  }

  /** If it is being tried at this moment, that attempt answers it. */
  private void giveUp(Waiter waiter) {
    if (leave(waiter)) {
      waiter.answer.complete(Outcome.ok(Claimed.nothing("nothing became claimable in time")));
    }
  }

  private boolean leave(Waiter waiter) {
    synchronized (waiting) {
      NavigableSet<Waiter> group = waiting.getOrDefault(waiter.group(), nobody());
      boolean removed = group.remove(waiter);
      if (group.isEmpty()) {
        waiting.remove(waiter.group());
      }
      return removed;
    }
  }

  private List<Waiter> wake(String project, int count) {
    synchronized (waiting) {
      return waiting.keySet().stream()
          .filter(group -> group.project.equals(project))
          .toList()
          .stream()
          .flatMap(group -> wake(group, count).stream())
          .sorted(BY_ARRIVAL)
          .toList();
    }
  }

  private List<Waiter> wake(Group group, int count) {
    synchronized (waiting) {
      List<Waiter> woken = new ArrayList<>();
      NavigableSet<Waiter> queue = waiting.getOrDefault(group, nobody());
      while (!queue.isEmpty() && woken.size() < count) {
        woken.add(queue.pollFirst());
      }
      if (queue.isEmpty()) {
        waiting.remove(group);
      }
      return woken;
    }
  }

  private static NavigableSet<Waiter> nobody() {
    return new TreeSet<>(BY_ARRIVAL);
  }

  /** Whoever is in one group finds the same work. */
  private record Group(String project, Optional<String> swarm, Optional<Long> id) {}

  private static final class Waiter {
    private final ClaimRequest request;
    private final long number;
    private final long deadline;
    private final CompletableFuture<Outcome<Claimed>> answer = new CompletableFuture<>();
    private boolean timed;

    Waiter(ClaimRequest request, long number, long deadline) {
      this.request = request;
      this.number = number;
      this.deadline = deadline;
    }

    Group group() {
      return new Group(request.project(), request.swarm(), request.id());
    }
  }
}
