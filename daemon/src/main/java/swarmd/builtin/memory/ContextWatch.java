package swarmd.builtin.memory;

import java.time.Duration;
import java.util.Optional;
import swarmd.builtin.memory.Transcript.Use;

/** When one conversation's context was looked at, and when its model was warned. */
final class ContextWatch {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
  private static final int MAX_WARNINGS = 3;

  /** The last is kept for when it matters most. */
  private static final int MAX_BEFORE_CRITICAL = MAX_WARNINGS - 1;

  private static final int MIN_TOKENS = 50_000;

  private Optional<Long> looked = Optional.empty();
  private Optional<Long> warned = Optional.empty();
  private long tokensThen;
  private int warnings;

  /** Whether the last look is long ago; from now on it is not. */
  synchronized boolean mayLook(long now) {
    if (within(looked, BETWEEN_LOOKS, now)) {
      return false;
    }
    looked = Optional.of(now);
    return true;
  }

  /** How full it is, if that is to be said now. */
  synchronized Optional<ContextUsage> level(Use use, long window, long now) {
    if (use.tokens() < tokensThen / 2) { // it was compacted
      warnings = 0;
      tokensThen = 0;
    }
    ContextUsage fill = new ContextUsage(use, window);
    if (use.tokens() < MIN_TOKENS
        || !fill.worthSaying()
        || warnings >= (fill.isCritical() ? MAX_WARNINGS : MAX_BEFORE_CRITICAL)
        || within(warned, BETWEEN_WARNINGS, now)) {
      return Optional.empty();
    }
    warnings++;
    warned = Optional.of(now);
    tokensThen = use.tokens();
    return Optional.of(fill);
  }

  private static boolean within(Optional<Long> moment, Duration time, long now) {
    return moment.filter(then -> now - then < time.toMillis()).isPresent();
  }
}
