package swarmd.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

class ClockJumpTest {
  private final SettableTime time = new SettableTime();
  private final ClockJump jump = new ClockJump(time);

  @Test
  void time_that_just_passes_is_not_a_jump() {
    for (int i = 0; i < 3; i++) {
      assertThat(jump.happened()).isFalse();
      time.advance(Duration.ofDays(30));
    }
  }

  @Test
  void a_suspended_machine_wakes_up_with_a_jump() {
    time.advance(Duration.ofMinutes(3));
    time.jump(Duration.ofHours(8));
    time.advance(Duration.ofMinutes(3));
    assertThat(jump.happened()).isTrue();
  }

  @Test
  void a_clock_that_is_set_back_jumps_too() {
    time.jump(Duration.ofMinutes(-1));
    assertThat(jump.happened()).isTrue();
  }

  @Test
  void a_jump_is_reported_once() {
    time.jump(Duration.ofHours(1));
    assertThat(jump.happened()).isTrue();
    assertThat(jump.happened()).isFalse();
  }

  @Test
  void small_corrections_of_the_clock_are_not_jumps() {
    time.jump(Duration.ofSeconds(10));
    assertThat(jump.happened()).isFalse();
    time.jump(Duration.ofSeconds(-10));
    assertThat(jump.happened()).isFalse();
    time.jump(Duration.ofMillis(10_001));
    assertThat(jump.happened()).isTrue();
  }
}
