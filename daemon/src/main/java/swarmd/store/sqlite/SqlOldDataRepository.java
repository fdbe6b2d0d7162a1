package swarmd.store.sqlite;

import java.util.List;
import java.util.Optional;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;
import swarmd.retention.OldDataQueries.RowKey;
import swarmd.retention.OldDataRepository;
import swarmd.store.sqlite.TaskDeletion.Counted;

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
    TaskDeletion deletion = new TaskDeletion(sql, tasksChanged);
    int deleted = 0;
    int events = 0;
    for (RowKey key : rows) {
      Optional<Counted> task =
          bind(sql.of(OldRows.TASKS.findSql("x.swarm_id, x.wave, x.status")), data, key)
              .first(row -> new Counted(row.getLong(1), row.getInt(2), row.getString(3)));
      if (task.isPresent()) {
        long id = ((Number) key.values().get(1)).longValue();
        events += deleteEvents(id, EVENTS_PER_STEP - events);
        if (events == EVENTS_PER_STEP) {
          deletion.finish();
          return new Step(deleted, true);
        }
        deletion.delete(id, task.get());
        deleted++;
      }
    }
    deletion.finish();
    return new Step(deleted, false);
  }

  private int deleteEvents(long task, int limit) {
    return sql.of(
            """
            DELETE FROM event WHERE id IN
              (SELECT id FROM event WHERE task_id = :task ORDER BY id LIMIT :limit)
            """)
        .bind("task", task)
        .bind("limit", limit)
        .update();
  }
}
