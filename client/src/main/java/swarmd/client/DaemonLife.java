package swarmd.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import swarmd.home.Home;

/**
 * Tells a daemon that is busy, on a machine that may be busier still, from one that hangs: it uses
 * the processor.
 */
final class DaemonLife implements Exchange.Patience {
  private static final long SAMPLE_MILLIS = 2_000;

  /** More than its timers take, and less than its share of a processor with 100 others. */
  private static final Duration SIGN_OF_LIFE = Duration.ofMillis(20);

  private static final int MAX_EXTENSIONS = 10;

  private final Home home;
  private int extensions;

  DaemonLife(Home home) {
    this.home = home;
  }

  @Override
  public boolean isWorthMore() {
    try {
      if (extensions++ == MAX_EXTENSIONS) {
        return false;
      }
      Optional<Duration> before = processorTime();
      Pause.of(SAMPLE_MILLIS);
      Optional<Duration> after = processorTime();
      return before.isPresent()
          && after.isPresent()
          && after.get().minus(before.get()).compareTo(SIGN_OF_LIFE) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<Duration> processorTime() throws IOException {
    return DaemonProbe.pidInLock(home)
        .flatMap(ProcessHandle::of)
        .flatMap(process -> process.info().totalCpuDuration());
  }
}
