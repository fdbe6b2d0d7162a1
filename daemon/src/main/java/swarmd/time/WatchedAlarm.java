package swarmd.time;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * An alarm that notices when this process was frozen before it: then it rings at once, and says how
 * late. It also looks shortly before its time, because requests from the time of a freeze may still
 * wait when it rings on time.
 */
public final class WatchedAlarm {
  private static final long LOOK_AHEAD_MS = 1_000;
  private static final long MAX_DELAY_MS = 1_000;
  private static final long MIN_DELAY_MS = 100;

  private final Time time;
  private final Consumer<Duration> action;
  private Time.Cancellable next = () -> {};
  private boolean cancelled;

  private WatchedAlarm(Time time, Consumer<Duration> action) {
    this.time = time;
    this.action = action;
  }

  /**
   * Sets an alarm.
   *
   * @param action receives how late it is; zero if it is on time
   */
  public static WatchedAlarm in(Duration delay, Time time, Consumer<Duration> action) {
    WatchedAlarm alarm = new WatchedAlarm(time, action);
    long millis = delay.toMillis();
    long ahead = Math.min(LOOK_AHEAD_MS, millis / 2);
    alarm.after(millis - ahead, late -> alarm.ringIn(ahead - late));
    return alarm;
  }

  private void ringIn(long left) {
    if (left <= 0) {
      action.accept(Duration.ZERO);
    } else {
      after(left, later -> action.accept(Duration.ZERO));
    }
  }

  /** Takes the next step, which gets the delay in milliseconds, or rings if that is too long. */
  private synchronized void after(long delay, LongConsumer step) {
    if (cancelled) {
      return;
    }
    long[] due = {time.monotonicMillis() + delay};
    next =
        time.after(
            Duration.ofMillis(delay),
            () -> {
              long late;
              synchronized (this) {
                late = Math.max(0, time.monotonicMillis() - due[0]);
              }
              if (late > tolerance(delay)) {
                action.accept(Duration.ofMillis(late));
              } else {
                step.accept(late);
              }
            });
    // measured after the timer was set, so that a clock that a test moves meanwhile is not late
    due[0] = time.monotonicMillis() + delay;
  }

  private static long tolerance(long delay) {
    return Math.max(MIN_DELAY_MS, Math.min(MAX_DELAY_MS, delay / 4));
  }

  public synchronized void cancel() {
    cancelled = true;
    next.cancel();
  }
}
