package swarmd.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemTimeTest {
  private final SystemTime time = new SystemTime();
  private final List<String> happened = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    time.close();
  }

  private void after(int millis, String name) {
    time.after(Duration.ofMillis(millis), () -> happened.add(name));
  }

  private void awaitAction(int millis) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    time.after(Duration.ofMillis(millis), done::countDown);
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void actions_run_in_order_and_not_before_their_time() throws Exception {
    long start = time.monotonicMillis();
    after(300, "second"); // far enough apart for a machine that pauses in between
    after(20, "first");
    awaitAction(320);

    assertThat(happened).containsExactly("first", "second");
    assertThat(time.monotonicMillis() - start).isGreaterThanOrEqualTo(320);
  }

  @Test
  void a_cancelled_action_does_not_run() throws Exception {
    CountDownLatch cancelled = new CountDownLatch(1);
    time.after(Duration.ZERO, () -> awaitQuietly(cancelled)); // nothing else runs until then
    time.after(Duration.ofMillis(10), () -> happened.add("cancelled")).cancel();
    cancelled.countDown();
    awaitAction(20);

    assertThat(happened).isEmpty();
  }

  @Test
  void an_action_that_throws_does_not_stop_later_ones() throws Exception {
    time.after(
        Duration.ZERO,
        () -> {
          throw new IllegalStateException("a bug");
        });

    awaitAction(1);
  }

  @Test
  void scheduling_after_close_does_nothing() {
    time.close();
    after(0, "late");

    assertThat(happened).isEmpty();
  }

  @Test
  void the_wall_clock_is_the_machines_clock() {
    assertThat(time.millis())
        .isBetween(System.currentTimeMillis() - 10_000, System.currentTimeMillis() + 10_000);
  }
}
