package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** When all threads are busy, commands queue for a few seconds. */
class CommandThreadsTest {
  private final SettableTime time = new SettableTime();
  private final CommandThreads threads = new CommandThreads(1, time);
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CompletableFuture<String> fate = new CompletableFuture<>();

  @BeforeEach
  void keepTheOnlyThreadBusy() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    threads.submit(
        () -> {
          begun.countDown();
          awaitEnd();
        },
        () -> {});
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private void awaitEnd() {
    try {
      busy.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() {
    threads.interruptAll();
  }

  private CommandThreads.Submitted submit() {
    return threads.submit(() -> fate.complete("run"), () -> fate.complete("refused"));
  }

  @Test
  void a_command_waits_for_a_thread() throws Exception {
    submit();
    time.advance(CommandThreads.MAX_WAIT.minusMillis(1));
    assertThat(fate).isNotDone();

    busy.countDown();

    assertThat(fate.get(60, TimeUnit.SECONDS)).isEqualTo("run");
    assertThat(time.waiting()).as("timers left behind").isZero();
  }

  @Test
  void a_command_that_waited_too_long_is_refused_and_never_runs() {
    submit();
    time.advance(CommandThreads.MAX_WAIT);
    assertThat(fate).isCompletedWithValue("refused");

    busy.countDown();

    assertThat(threads.endWithin(Duration.ofMinutes(1))).isTrue();
    assertThat(fate).isCompletedWithValue("refused");
  }

  @Test
  void a_cancelled_command_leaves_the_queue_at_once() {
    CommandThreads.Submitted submitted = submit();

    assertThat(submitted.cancel()).isTrue();

    assertThat(time.waiting()).isZero();
    busy.countDown();
    assertThat(threads.endWithin(Duration.ofMinutes(1))).isTrue();
    assertThat(fate).isNotDone();
  }
}
