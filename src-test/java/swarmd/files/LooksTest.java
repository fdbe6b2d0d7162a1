package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** The disk is asked once a second at most. */
class LooksTest {
  private final SettableTime time = new SettableTime();
  private final List<String> looked = new ArrayList<>();
  private final Looks<String, Integer> looks =
      new Looks<>(
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
    }
  }

  @Test
  void too_much_work_is_a_failure_and_no_exception() {
    Looks<String, Integer> busy =
        new Looks<>(
            key -> 1,
            work -> {
              throw new RejectedExecutionException("full");
            },
            time);

    assertThat(busy.of("a")).isCompletedExceptionally();
  }
}
