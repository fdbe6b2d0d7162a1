package swarmd.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** The disk is asked once a second at most. */
class LooksTest {
  private final SettableTime time = new SettableTime();
  private final List<String> looked = new ArrayList<>();
  private final TtlCache<String, Integer> looks =
      new TtlCache<>(
          key -> {
            looked.add(key);
            return looked.size();
          },
          Runnable::run,
          time);

  @Test
  void a_look_lasts_a_second_for_each_key() {
    assertThat(looks.of("a").join()).isEqualTo(1);
    assertThat(looks.of("b").join()).isEqualTo(2);
    time.advance(Duration.ofMillis(999));
    assertThat(looks.of("a").join()).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(looks.of("a").join()).isEqualTo(3);
    assertThat(looked).containsExactly("a", "b", "a");
  }

  @Test
  void very_many_keys_are_not_kept() {
    for (int i = 0; i < 3_000; i++) {
      assertThat(looks.of("key" + i)).isCompletedWithValue(i + 1);
      assertThat(looks.kept()).isLessThanOrEqualTo(1_000);
    }
  }

  @Test
  void what_was_seen_more_than_a_second_ago_is_not_kept_once_something_else_is_looked_at() {
    for (int i = 0; i < 500; i++) {
      looks.of("key" + i);
    }
    time.advance(Duration.ofSeconds(1));
    looks.of("a");

    assertThat(looks.kept()).isEqualTo(1);
  }

  @Test
  void a_look_that_has_failed_is_not_kept() {
    List<CompletableFuture<Integer>> answers =
        new ArrayList<>(
            List.of(
                CompletableFuture.failedFuture(new IllegalStateException()),
                CompletableFuture.completedFuture(2)));
    TtlCache<String, Integer> unsure = new TtlCache<>(key -> answers.remove(0), time);

    assertThat(unsure.of("a")).isCompletedExceptionally();
    assertThat(unsure.of("a")).isCompletedWithValue(2);
    assertThat(unsure.of("a")).isCompletedWithValue(2);
  }

  @Test
  void what_is_forgotten_is_looked_at_again() {
    looks.of("a");
    looks.of("b");
    looks.forget("a");
    assertThat(looks.of("a").join()).isEqualTo(3);
    assertThat(looks.of("b").join()).isEqualTo(2);
    looks.forgetAll();
    assertThat(looks.of("b").join()).isEqualTo(4);
  }

  @Test
  void too_much_work_is_a_failure_and_no_exception() {
    TtlCache<String, Integer> busy =
        new TtlCache<>(
            key -> 1,
            work -> {
              throw new RejectedExecutionException("full");
            },
            time);

    assertThat(busy.of("a")).isCompletedExceptionally();
  }
}
