package swarmd.time;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's clock and one timer thread. */
public final class SystemTime implements Time, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SystemTime.class);

  private final ScheduledThreadPoolExecutor timer;

  public SystemTime() {
    timer = new ScheduledThreadPoolExecutor(1, action -> new Thread(action, "timer"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public long monotonicMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos());
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Cancellable after(Duration delay, Runnable action) {
    if (timer.isShutdown()) {
      return () -> {};
    }
    var scheduled =
        timer.schedule(() -> runLogged(action), delay.toMillis(), TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }

  private static void runLogged(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      log.error("A scheduled action failed", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
