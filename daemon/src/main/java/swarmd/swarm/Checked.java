package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * The checks that a task has passed before it was done.
 *
 * @param checks the names of those that passed, in the order in which they ran
 * @param commit what was checked out when they began; empty outside git
 * @param changed how many files differed from that commit
 */
public record Checked(List<String> checks, Optional<String> commit, int changed) {
  private static final int SHORT_COMMIT = 12;

  /** For people: "check test passed at 3f2a1b0c9d8e with 2 changed files". */
  public String describe() {
    String names = String.join(", ", checks);
    String where =
        commit
            .map(id -> id.isEmpty() ? " before the first commit" : " at " + shortened(id))
            .orElse("");
    String changes =
        changed == 0
            ? ""
            : " with %d changed %s".formatted(changed, changed == 1 ? "file" : "files");
    return "%s %s passed%s%s"
        .formatted(checks.size() == 1 ? "check" : "checks", names, where, changes);
  }

  private static String shortened(String id) {
    return id.substring(0, Math.min(SHORT_COMMIT, id.length()));
  }
}
