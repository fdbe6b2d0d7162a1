package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.time.Deadline;
import swarmd.time.SystemTime;
import swarmd.time.Time;

/** On a busy machine, timers fire before any output has been read. */
class LateReaderTest {
  private final CountDownLatch fired = new CountDownLatch(1);

  /** Fires the timer after the exit at once, and no other. */
  private final class HastyTime implements Time {
    private final SystemTime real;

    HastyTime(SystemTime real) {
      this.real = real;
    }

    @Override
    public long millis() {
      return real.millis();
    }

    @Override
    public long monotonicMillis() {
      return real.monotonicMillis();
    }

    @Override
    public long nanos() {
      return real.nanos();
    }

    @Override
    public Cancellable after(Duration delay, Runnable action) {
      if (delay.equals(RunningCommand.STRAGGLER_GRACE)) {
        action.run();
        fired.countDown();
      }
      return () -> {};
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      real.sleep(duration);
    }
  }

  /** A payload that cannot be sent before the timer fires, which delays the reader as well. */
  private final class SlowPayload extends AbstractMap<String, Object> {
    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      try {
        fired.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Set.of();
    }
  }

  @Test
  void a_denial_that_is_read_late_still_denies() throws IOException {
    HookEvent event = Fixtures.event("PreToolUse", Map.of());
    Process process =
        new ProcessBuilder("sh", "-c", "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'").start();
    RunningHook running = new RunningHook();
    try (SystemTime real = new SystemTime()) {
      new RunningCommand(
              Fixtures.command("guard"),
              new HookCall(
                  event, new SlowPayload(), Path.of("/"), Deadline.in(Fixtures.LIMIT, real)),
              process,
              false,
              "an unused mark",
              running,
              new Semaphore(RunningCommand.MAX_OUTPUT),
              Runnable::run,
              new HastyTime(real))
          .follow();
    }

    assertThat(Answers.await(running.outcome()))
        .isEqualTo(new HookOutcome.Answered(HookResult.deny("no")));
  }
}
