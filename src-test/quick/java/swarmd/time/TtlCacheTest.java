package swarmd.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** A value is loaded at most once a second. */
class TtlCacheTest {
  private final SettableTime time = new SettableTime();
  private final List<String> loaded = new ArrayList<>();
  private final TtlCache<String, Integer> cache =
      new TtlCache<>(
          key -> {
            loaded.add(key);
            return loaded.size();
          },
          key -> Runnable::run,
          time);

  @Test
  void a_value_is_cached_for_a_second_per_key() {
    assertThat(cache.of("a").join()).isEqualTo(1);
    assertThat(cache.of("b").join()).isEqualTo(2);
    time.advance(Duration.ofMillis(999));
    assertThat(cache.of("a").join()).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(cache.of("a").join()).isEqualTo(3);
    assertThat(loaded).containsExactly("a", "b", "a");
  }

  @Test
  void the_number_of_cached_keys_is_limited() {
    for (int i = 0; i < 3_000; i++) {
      assertThat(cache.of("key" + i)).isCompletedWithValue(i + 1);
      assertThat(cache.size()).isLessThanOrEqualTo(1_000);
    }
  }

  @Test
  void loading_a_key_removes_expired_values() {
    for (int i = 0; i < 500; i++) {
      cache.of("key" + i);
    }
    time.advance(Duration.ofSeconds(1));
    cache.of("a");

    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void a_failed_load_is_not_cached() {
    List<CompletableFuture<Integer>> answers =
        new ArrayList<>(
            List.of(
                CompletableFuture.failedFuture(new IllegalStateException()),
                CompletableFuture.completedFuture(2)));
    TtlCache<String, Integer> failsOnce = new TtlCache<>(key -> answers.remove(0), time);

    assertThat(failsOnce.of("a")).isCompletedExceptionally();
    assertThat(failsOnce.of("a")).isCompletedWithValue(2);
    assertThat(failsOnce.of("a")).isCompletedWithValue(2);
  }

  @Test
  void a_forgotten_key_is_loaded_again() {
    cache.of("a");
    cache.of("b");
    cache.forget("a");
    assertThat(cache.of("a").join()).isEqualTo(3);
    assertThat(cache.of("b").join()).isEqualTo(2);
    cache.forgetAll();
    assertThat(cache.of("b").join()).isEqualTo(4);
  }

  @Test
  void a_full_executor_fails_the_future_and_throws_nothing() {
    TtlCache<String, Integer> busy =
        new TtlCache<>(
            key -> 1,
            key ->
                work -> {
                  throw new RejectedExecutionException("full");
                },
            time);

    assertThat(busy.of("a")).isCompletedExceptionally();
  }
}
