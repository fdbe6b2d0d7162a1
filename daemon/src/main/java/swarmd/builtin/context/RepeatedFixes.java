package swarmd.builtin.context;

import java.util.Map;
import java.util.Optional;
import swarmd.common.LruMap;

/** Counts how often a conversation has fixed the same failure of a command. */
final class RepeatedFixes {
  private static final int MAX_REMEMBERED = 100;
  private static final int REPORTED_AT = 2;

  /** Commands that currently fail, with their errors. */
  private final Map<String, String> failing = new LruMap<>(MAX_REMEMBERED);

  /** How often each failure was fixed. */
  private final Map<Fix, Integer> fixes = new LruMap<>(MAX_REMEMBERED);

  private record Fix(String command, String error) {}

  synchronized boolean hasNoFailures() {
    return failing.isEmpty();
  }

  /** Records the run; returns true if it fixes the same failure for the second time. */
  synchronized boolean isRepeatedFix(ShellRun run) {
    if (run.error().isPresent()) {
      failing.put(run.command(), run.error().get());
      return false;
    }
    Optional<String> error = Optional.ofNullable(failing.remove(run.command()));
    if (error.isEmpty()) {
      return false;
    }
    return fixes.merge(new Fix(run.command(), error.get()), 1, Integer::sum) == REPORTED_AT;
  }
}
