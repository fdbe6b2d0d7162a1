package swarmd.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.accounts.AccountFailure.Cause;

/** How long an account is paused. */
class AccountPauseTest {
  private static final AccountFailure UNNAMED =
      new AccountFailure(Cause.RATE_LIMIT, Optional.empty(), "later");
  private static final long MINUTE = 60_000;

  private Optional<AccountPause> last = Optional.empty();

  private long wait(AccountFailure failure, long now) {
    AccountPause pause = AccountPause.after(last, "a", failure, now);
    last = Optional.of(pause);
    return pause.until() - now;
  }

  private static AccountFailure until(long time) {
    return new AccountFailure(Cause.RATE_LIMIT, Optional.of(time), "at " + time);
  }

  @Test
  void without_a_named_time_each_wait_is_twice_as_long_up_to_an_hour() {
    assertThat(IntStream.rangeClosed(1, 9).mapToObj(AccountPause::wait))
        .containsExactly(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(4),
            Duration.ofMinutes(8),
            Duration.ofMinutes(16),
            Duration.ofMinutes(32),
            Duration.ofMinutes(60),
            Duration.ofMinutes(60),
            Duration.ofMinutes(60));
    assertThat(wait(UNNAMED, 0)).isEqualTo(MINUTE);
    assertThat(wait(UNNAMED, MINUTE)).isEqualTo(2 * MINUTE);
    assertThat(wait(UNNAMED, 4 * MINUTE)).isEqualTo(4 * MINUTE);
  }

  @Test
  void sessions_that_stop_at_the_same_moment_make_one_wait() {
    wait(UNNAMED, 0);

    assertThat(wait(UNNAMED, 0)).isEqualTo(MINUTE);
    assertThat(wait(UNNAMED, 30_000)).isEqualTo(30_000);
    assertThat(last.orElseThrow().waits()).isEqualTo(1);
    assertThat(last.orElseThrow().since()).isZero();
  }

  @Test
  void a_named_time_counts_and_of_several_the_latest() {
    wait(UNNAMED, 0);

    assertThat(wait(until(10_000), 1_000)).as("better than a guess").isEqualTo(9_000);
    assertThat(wait(until(50_000), 2_000)).isEqualTo(48_000);
    assertThat(wait(until(20_000), 3_000)).isEqualTo(47_000);
    assertThat(wait(UNNAMED, 4_000)).isEqualTo(46_000);
  }

  @Test
  void after_a_named_time_the_waits_begin_with_a_minute() {
    wait(until(10_000), 0);

    assertThat(wait(UNNAMED, 10_000)).isEqualTo(MINUTE);
  }

  @Test
  void trouble_of_long_ago_makes_no_wait_longer() {
    wait(UNNAMED, 0);
    wait(UNNAMED, MINUTE);

    assertThat(wait(UNNAMED, Duration.ofHours(3).toMillis())).isEqualTo(MINUTE);
  }
}
