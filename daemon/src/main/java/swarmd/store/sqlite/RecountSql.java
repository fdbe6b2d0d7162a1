package swarmd.store.sqlite;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Moves one task from one count of its wave to another; statuses are columns, so each pair is a
 * text.
 */
final class RecountSql {
  private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

  private RecountSql() {}

  static String of(String from, String to) {
    return TEXTS.computeIfAbsent(
        from + ' ' + to,
        pair ->
            """
            UPDATE wave SET %1$s = %1$s - 1, %2$s = %2$s + 1
            WHERE swarm_id = :swarm AND number = :wave
            """
                .formatted(from, to));
  }
}
