package swarmd.time;

import java.time.Duration;

/** The only source of time, so that a test can set it. */
public interface Time {

  /** Wall-clock time as epoch milliseconds: what is stored and shown. */
  long millis();

  /** A reading that only grows and stands still while the machine is suspended. */
  long monotonicMillis();

  /** The same, finer: to measure how long something takes. */
  long nanos();

  /** Runs the action once after the delay, on a thread that must not be blocked. */
  Cancellable after(Duration delay, Runnable action);

  /** Blocks the calling thread. */
  void sleep(Duration duration) throws InterruptedException;

  /** Something scheduled that is no longer wanted. */
  interface Cancellable {
    void cancel();
  }
}
