package swarmd.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import swarmd.time.Time;

/** A clock that stands still until the test moves it. Actions run on the thread that moves it. */
public final class SettableTime implements Time {
  private static final long LONGEST_SLEEP_SECONDS = 60;

  private final TreeSet<Action> waiting =
      new TreeSet<>(Comparator.comparingLong(Action::due).thenComparingLong(Action::number));
  private long wall = Instant.parse("2030-01-01T00:00:00Z").toEpochMilli();
  private long monotonic = 1_000_000;
  private long lastNumber;

  @Override
  public synchronized long millis() {
    return wall;
  }

  @Override
  public synchronized long monotonicMillis() {
    return monotonic;
  }

  @Override
  public long nanos() {
    return TimeUnit.MILLISECONDS.toNanos(monotonicMillis());
  }

  /** Runs an action without delay at once, because nothing else would trigger it. */
  @Override
  public Cancellable after(Duration delay, Runnable task) {
    if (delay.toMillis() <= 0) {
      task.run();
      return () -> {};
    }
    Action action;
    synchronized (this) {
      action = new Action(monotonic + delay.toMillis(), ++lastNumber, task);
      waiting.add(action);
    }
    return () -> cancel(action);
  }

  /** Blocks until the test has moved the clock that far. */
  @Override
  public void sleep(Duration duration) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Cancellable alarm = after(duration, over::countDown);
    try {
      if (!over.await(LONGEST_SLEEP_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the clock was not moved by " + duration);
      }
    } finally {
      alarm.cancel();
    }
  }

  private synchronized void cancel(Action action) {
    waiting.remove(action);
  }

  /** Time passes. Each action that becomes due finds the clock at its own moment. */
  public void advance(Duration duration) {
    long end = monotonicMillis() + duration.toMillis();
    for (Optional<Action> due = next(end); due.isPresent(); due = next(end)) {
      due.get().task.run();
    }
    moveTo(end);
  }

  private synchronized Optional<Action> next(long end) {
    if (waiting.isEmpty() || waiting.first().due > end) {
      return Optional.empty();
    }
    moveTo(waiting.first().due);
    return Optional.of(waiting.pollFirst());
  }

  private synchronized void moveTo(long moment) {
    long passed = Math.max(0, moment - monotonic);
    monotonic += passed;
    wall += passed;
  }

  /** Time passes for everybody else, but this process stands still; what is due runs late. */
  public void freeze(Duration duration) {
    moveTo(monotonicMillis() + duration.toMillis());
    advance(Duration.ZERO);
  }

  /** Moves only the wall clock, as after a suspend or when a user sets the clock. */
  public synchronized void jump(Duration duration) {
    wall += duration.toMillis();
  }

  /** Drops waiting actions, as if their process had ended. */
  public synchronized void forgetActions() {
    waiting.clear();
  }

  /** How long until the next action is due, if one is waiting. */
  public synchronized Optional<Duration> untilNext() {
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(waiting.first().due - monotonic));
  }

  /** Whether an action is due exactly then. */
  public boolean isDueIn(Duration duration) {
    return countDueIn(duration) > 0;
  }

  /** The number of actions that are due exactly then. */
  public synchronized long countDueIn(Duration duration) {
    return waiting.stream().filter(action -> action.due == monotonic + duration.toMillis()).count();
  }

  /** The number of waiting actions. */
  public synchronized int waiting() {
    return waiting.size();
  }

  private record Action(long due, long number, Runnable task) {}
}
