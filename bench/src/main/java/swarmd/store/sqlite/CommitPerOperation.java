package swarmd.store.sqlite;

import java.nio.file.Path;
import java.util.function.Function;
import swarmd.swarm.TaskRepository;

/**
 * The peer of the group commit: the same schema and rules, one thread, one commit per operation.
 */
public final class CommitPerOperation implements AutoCloseable {
  private final Sql sql;
  private final SqlTaskRepository tasks;

  public CommitPerOperation(Path file) {
    SqliteDatabase database = new SqliteDatabase(file);
    database.prepare();
    sql = database.openWriter();
    tasks = new SqlTaskRepository(sql);
  }

  public <T> T run(Function<TaskRepository, T> operation) {
    sql.execute("BEGIN IMMEDIATE");
    tasks.began();
    T result = operation.apply(tasks);
    sql.execute("COMMIT");
    tasks.takeAppended();
    return result;
  }

  @Override
  public void close() {
    sql.close();
  }
}
