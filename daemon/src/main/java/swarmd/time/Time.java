package swarmd.time;

import java.time.Duration;

/** The only source of time, so that a test can set it. */
public interface Time {

  /** Wall-clock time in epoch milliseconds, for storing and displaying. */
  long millis();

  /** A clock that never goes back and stops while the machine is suspended. */
  long monotonicMillis();

  /** The same clock in nanoseconds, to measure durations. */
  long nanos();

  /** Runs the action once after the delay, on a thread that must not be blocked. */
  Cancellable after(Duration delay, Runnable action);

  /** Blocks the calling thread. */
  void sleep(Duration duration) throws InterruptedException;

  /** A scheduled action that can be cancelled. */
  interface Cancellable {
    void cancel();
  }
}
