package swarmd.builtin.context;

import java.util.Map;
import java.util.Optional;
import swarmd.common.LruMap;

/** Which commands of a conversation failed with the same error again after they had worked. */
final class RepeatedFixes {
  private static final int REMEMBERED = 100;
  private static final int REPEATED = 2;

  /** Commands that fail, and how. */
  private final Map<String, String> failing = new LruMap<>(REMEMBERED);

  /** How often an error of a command was put right. */
  private final Map<Fix, Integer> fixes = new LruMap<>(REMEMBERED);

  private record Fix(String command, String error) {}

  synchronized boolean nothingFails() {
    return failing.isEmpty();
  }

  /** Whether the same was put right twice now. */
  synchronized boolean isRepeatedBy(ShellRun run) {
    if (run.error().isPresent()) {
      failing.put(run.command(), run.error().get());
      return false;
    }
    Optional<String> error = Optional.ofNullable(failing.remove(run.command()));
    if (error.isEmpty()) {
      return false;
    }
    return fixes.merge(new Fix(run.command(), error.get()), 1, Integer::sum) == REPEATED;
  }
}
