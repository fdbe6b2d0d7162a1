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

/** A machine so busy, or asleep for so long, that alarms ring before anybody has read a word. */
class LateReaderTest {
  private final CountDownLatch rung = new CountDownLatch(1);

  /** The alarm after the exit rings at once, any other never. */
  private final class Hasty implements Time {
    private final SystemTime real;

    Hasty(SystemTime real) {
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
      if (delay.equals(RunningCommand.STRAGGLERS)) {
        action.run();
        rung.countDown();
      }
      return () -> {};
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      real.sleep(duration);
    }
  }

  /** Who wants to send it has to wait for the alarm, and reads only then. */
  private final class Slow extends AbstractMap<String, Object> {
    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      try {
        rung.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Set.of();
    }
  }

  @Test
  void a_denial_that_is_read_late_is_one() throws IOException {
    HookEvent event = Some.event("PreToolUse", Map.of());
    Process process =
        new ProcessBuilder("sh", "-c", "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'").start();
    Running running = new Running();
    try (SystemTime real = new SystemTime()) {
      new RunningCommand(
              Some.command("guard"),
              new HookCall(event, new Slow(), Path.of("/"), Deadline.in(Some.LIMIT, real)),
              process,
              new ProcessTree(process.toHandle(), false, "nobody has this mark"),
              running,
              new Semaphore(RunningCommand.MAX_OUTPUT),
              Runnable::run,
              new Hasty(real))
          .follow();
    }

    assertThat(Answers.await(running.outcome()))
        .isEqualTo(new HookOutcome.Answered(HookResult.deny("no")));
  }
}
