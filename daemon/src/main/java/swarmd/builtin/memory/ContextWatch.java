package swarmd.builtin.memory;

import java.time.Duration;
import java.util.Optional;
import swarmd.builtin.memory.Transcript.Use;

/** Limits how often one conversation's context is checked and its model warned. */
final class ContextWatch {
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
  private static final int MAX_WARNINGS = 3;

  /** The last warning is reserved for a critical level. */
  private static final int MAX_BEFORE_CRITICAL = MAX_WARNINGS - 1;

  private static final int MIN_TOKENS = 50_000;

  private Optional<Long> lastCheck = Optional.empty();
  private Optional<Long> lastWarning = Optional.empty();
  private long tokensAtWarning;
  private int warnings;

  /** Returns true if a check is due, and starts the next interval. */
  synchronized boolean isCheckDue(long now) {
    if (isWithin(lastCheck, BETWEEN_CHECKS, now)) {
      return false;
    }
    lastCheck = Optional.of(now);
    return true;
  }

  /** The usage, if it calls for a warning now. */
  synchronized Optional<ContextUsage> usageToReport(Use use, long window, long now) {
    if (use.tokens() < tokensAtWarning / 2) { // it was compacted
      warnings = 0;
      tokensAtWarning = 0;
    }
    ContextUsage usage = new ContextUsage(use, window);
    if (use.tokens() < MIN_TOKENS
        || !usage.needsWarning()
        || warnings >= (usage.isCritical() ? MAX_WARNINGS : MAX_BEFORE_CRITICAL)
        || isWithin(lastWarning, BETWEEN_WARNINGS, now)) {
      return Optional.empty();
    }
    warnings++;
    lastWarning = Optional.of(now);
    tokensAtWarning = use.tokens();
    return Optional.of(usage);
  }

  private static boolean isWithin(Optional<Long> moment, Duration time, long now) {
    return moment.filter(then -> now - then < time.toMillis()).isPresent();
  }
}
