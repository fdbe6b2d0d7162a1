package swarmd.userhooks;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** A hook's time limit, which users write in seconds. */
final class HookTimeout {
  static final Duration MAX = Duration.ofDays(1);

  private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(MAX.toSeconds());

  private HookTimeout() {}

  /** Precise to the millisecond; empty unless it is more than zero and at most a day. */
  static Optional<Duration> ofSeconds(BigDecimal seconds) {
    return seconds.signum() > 0 && seconds.compareTo(MAX_SECONDS) <= 0
        ? Optional.of(Duration.ofMillis(Math.max(1, seconds.movePointRight(3).longValue())))
        : Optional.empty();
  }

  static Optional<Duration> parse(String seconds) {
    try {
      return ofSeconds(new BigDecimal(seconds));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
