package swarmd.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandoverTest {
  private final List<Integer> done = new ArrayList<>();
  private final List<Throwable> refused = new ArrayList<>();
  private int wakeUps;

  private final Executor thread =
      action -> {
        wakeUps++;
        action.run();
      };

  private void handOver(Executor executor, int number) {
    Handover.to(executor, () -> done.add(number), refused::add);
  }

  @Test
  void an_action_is_handed_over_at_once() {
    handOver(thread, 1);
    assertThat(done).containsExactly(1);
  }

  @Test
  void actions_that_come_together_wake_a_thread_once_and_keep_their_order() {
    Handover.together(() -> IntStream.range(0, 5).forEach(number -> handOver(thread, number)));

    assertThat(done).containsExactly(0, 1, 2, 3, 4);
    assertThat(wakeUps).isEqualTo(1);
  }

  @Test
  void the_first_of_very_many_actions_do_not_wait_for_the_last() {
    Handover.together(() -> IntStream.range(0, 100).forEach(number -> handOver(thread, number)));

    assertThat(done).isSorted().hasSize(100);
    assertThat(wakeUps).isEqualTo(4);
  }

  @Test
  void after_a_failure_nothing_is_kept_back() {
    try {
      Handover.together(
          () -> {
            handOver(thread, 1);
            throw new IllegalStateException("a bug");
          });
    } catch (IllegalStateException expected) {
      handOver(thread, 2);
    }

    assertThat(done).containsExactly(1, 2);
  }

  @Test
  void every_action_learns_that_its_thread_has_ended() {
    Executor ended =
        action -> {
          throw new RejectedExecutionException("it has ended");
        };
    Handover.together(
        () -> {
          handOver(ended, 1);
          handOver(thread, 2);
          handOver(ended, 3);
        });

    assertThat(refused).hasSize(2);
    assertThat(done).containsExactly(2);
  }
}
