package swarmd.browser;

import java.time.Duration;
import swarmd.time.SystemTime;
import swarmd.time.Time;

/** The machine's clock, but set back: so that an hour of work takes seconds. */
final class PastTime implements Time, AutoCloseable {
  private final SystemTime system = new SystemTime();
  private volatile long back;

  PastTime(Duration back) {
    this.back = back.toMillis();
  }

  synchronized void forward(Duration duration) {
    back = Math.max(0, back - duration.toMillis());
  }

  @Override
  public long millis() {
    return system.millis() - back;
  }

  @Override
  public long monotonicMillis() {
    return system.monotonicMillis();
  }

  @Override
  public long nanos() {
    return system.nanos();
  }

  @Override
  public Cancellable after(Duration delay, Runnable action) {
    return system.after(delay, action);
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    system.sleep(duration);
  }

  @Override
  public void close() {
    system.close();
  }
}
