package swarmd.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

class WatchedAlarmTest {
  private final SettableTime time = new SettableTime();
  private final List<Duration> rung = new ArrayList<>();

  private WatchedAlarm alarm(Duration delay) {
    return WatchedAlarm.in(delay, time, rung::add);
  }

  @Test
  void it_rings_at_its_time_and_not_before() {
    for (long millis : new long[] {1, 2, 100, 999, 1_000, 300_000}) {
      rung.clear();
      alarm(Duration.ofMillis(millis));
      time.advance(Duration.ofMillis(millis - 1));
      assertThat(rung).as(millis + " ms").isEmpty();
      time.advance(Duration.ofMillis(1));
      assertThat(rung).as(millis + " ms").containsExactly(Duration.ZERO);
    }
    assertThat(time.waiting()).isZero();
  }

  @Test
  void without_a_delay_it_rings_at_once() {
    alarm(Duration.ZERO);
    assertThat(rung).containsExactly(Duration.ZERO);
  }

  @Test
  void after_a_freeze_it_says_how_late_it_is() {
    alarm(Duration.ofSeconds(2));
    time.freeze(Duration.ofSeconds(13));
    assertThat(rung).containsExactly(Duration.ofSeconds(12));
  }

  @Test
  void a_freeze_that_ends_just_before_its_time_is_noticed() {
    alarm(Duration.ofSeconds(2));
    time.freeze(Duration.ofMillis(1_999));

    assertThat(rung).containsExactly(Duration.ofMillis(999));
  }

  @Test
  void the_delays_of_a_busy_machine_are_no_freeze() {
    alarm(Duration.ofSeconds(20));
    time.freeze(Duration.ofMillis(19_050));
    time.advance(Duration.ofMillis(950));
    assertThat(rung).containsExactly(Duration.ZERO);
  }

  @Test
  void a_cancelled_alarm_is_silent_in_both_of_its_steps() {
    alarm(Duration.ofSeconds(10)).cancel();
    WatchedAlarm second = alarm(Duration.ofSeconds(10));
    time.advance(Duration.ofMillis(9_500));
    second.cancel();
    time.advance(Duration.ofSeconds(10));

    assertThat(rung).isEmpty();
    assertThat(time.waiting()).isZero();
  }
}
