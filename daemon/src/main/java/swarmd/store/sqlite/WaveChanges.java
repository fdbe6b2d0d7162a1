package swarmd.store.sqlite;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import swarmd.swarm.TaskStatus;

/** Changes of the waves' counts that are not written yet: once per commit is often enough. */
final class WaveChanges {
  private static final String WRITE =
      """
      UPDATE wave SET pending = pending + :pending, claimed = claimed + :claimed,
        done = done + :done, failed = failed + :failed, cancelled = cancelled + :cancelled
      WHERE swarm_id = :swarm AND number = :wave
      """;

  private final Sql sql;
  private final Map<Wave, Map<String, Integer>> changes = new LinkedHashMap<>();

  WaveChanges(Sql sql) {
    this.sql = sql;
  }

  /** One task has gone from one status to another. */
  void move(Wave wave, TaskStatus from, TaskStatus to) {
    Map<String, Integer> counts = changes.computeIfAbsent(wave, key -> new HashMap<>());
    counts.merge(TaskTable.storedStatus(from), -1, Integer::sum);
    counts.merge(TaskTable.storedStatus(to), 1, Integer::sum);
  }

  void write() {
    if (changes.isEmpty()) {
      return;
    }
    changes.forEach(this::write);
    changes.clear();
  }

  private void write(Wave wave, Map<String, Integer> counts) {
    sql.unwatched(WRITE)
        .bind("pending", counts.getOrDefault("pending", 0))
        .bind("claimed", counts.getOrDefault("claimed", 0))
        .bind("done", counts.getOrDefault("done", 0))
        .bind("failed", counts.getOrDefault("failed", 0))
        .bind("cancelled", counts.getOrDefault("cancelled", 0))
        .bind("swarm", wave.swarm())
        .bind("wave", wave.number())
        .update();
  }

  /** Their transaction was rolled back. */
  void forget() {
    changes.clear();
  }
}
