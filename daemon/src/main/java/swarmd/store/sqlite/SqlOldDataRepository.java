package swarmd.store.sqlite;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;
import swarmd.retention.OldDataQueries.RowKey;
import swarmd.retention.OldDataRepository;

/** Deletes old data, on the connection that writes. */
final class SqlOldDataRepository implements OldDataRepository {
  /** A task may have any number of events. */
  private static final int EVENTS_PER_STEP = 500;

  private final Sql sql;
  private final Runnable tasksChanged;

  /**
   * @param tasksChanged called after tasks were deleted
   */
  SqlOldDataRepository(SqliteConnection connection, Runnable tasksChanged) {
    sql = connection.sql();
    this.tasksChanged = tasksChanged;
  }

  private record Old(String status, int wave) {}

  @Override
  public Step delete(OldData data, List<RowKey> rows) {
    if (data.kind() == DataKind.TASKS) {
      return deleteTasks(data, rows);
    }
    String text = OldRows.of(data.kind()).deleteSql();
    int deleted = 0;
    for (RowKey key : rows) {
      deleted += bind(sql.of(text), data, key).update();
    }
    return new Step(deleted, false);
  }

  private static Sql.Statement bind(Sql.Statement statement, OldData data, RowKey key) {
    for (int i = 0; i < key.values().size(); i++) {
      statement.bind(OldRows.parameter(i), key.values().get(i));
    }
    return statement.bind("before", data.before());
  }

  private Step deleteTasks(OldData data, List<RowKey> rows) {
    Set<Object> swarms = new HashSet<>();
    int deleted = 0;
    int events = 0;
    for (RowKey key : rows) {
      Optional<Old> task =
          bind(sql.of(OldRows.TASKS.findSql("x.status, x.wave")), data, key)
              .first(row -> new Old(row.getString("status"), row.getInt("wave")));
      if (task.isPresent()) {
        Object id = key.values().get(1);
        events += deleteEvents(id, EVENTS_PER_STEP - events);
        if (events == EVENTS_PER_STEP) {
          finish(swarms);
          return new Step(deleted, true);
        }
        delete(key.values().get(0), id, task.get());
        swarms.add(key.values().get(0));
        deleted++;
      }
    }
    finish(swarms);
    return new Step(deleted, false);
  }

  private int deleteEvents(Object task, int limit) {
    return sql.of(
            """
            DELETE FROM event WHERE id IN
              (SELECT id FROM event WHERE task_id = :task ORDER BY id LIMIT :limit)
            """)
        .bind("task", task)
        .bind("limit", limit)
        .update();
  }

  private void delete(Object swarm, Object id, Old task) {
    sql.of("DELETE FROM dependency WHERE depends_on = :id OR task_id = :id")
        .bind("id", id)
        .update();
    sql.of("DELETE FROM task WHERE id = :id").bind("id", id).update();
    sql.of(
            """
            UPDATE wave SET %1$s = %1$s - 1 WHERE swarm_id = :swarm AND number = :wave
            """
                .formatted(task.status))
        .bind("swarm", swarm)
        .bind("wave", task.wave)
        .update();
  }

  /** A swarm goes with its last task. */
  private void finish(Set<Object> swarms) {
    for (Object swarm : swarms) {
      sql.of(
              """
              DELETE FROM wave WHERE swarm_id = :swarm
                AND pending + claimed + done + failed + cancelled = 0
              """)
          .bind("swarm", swarm)
          .update();
      sql.of(
              """
              DELETE FROM swarm WHERE id = :swarm
                AND NOT EXISTS (SELECT 1 FROM task WHERE swarm_id = :swarm)
              """)
          .bind("swarm", swarm)
          .update();
    }
    if (!swarms.isEmpty()) {
      tasksChanged.run();
    }
  }
}
