package swarmd.store.sqlite;

import java.nio.file.Path;
import java.util.function.Function;
import swarmd.swarm.TaskRepository;

/**
 * The baseline for the group commit: the same schema and rules, one thread, one commit per
 * operation.
 */
public final class CommitPerOperation implements AutoCloseable {
  private final SqliteConnection connection;
  private final SqlTaskRepository tasks;

  public CommitPerOperation(Path file) {
    SqliteDatabase database = new SqliteDatabase(file);
    database.prepare();
    connection = database.openWriter();
    tasks = new SqlTaskRepository(connection);
  }

  public <T> T run(Function<TaskRepository, T> operation) {
    connection.sql().execute("BEGIN IMMEDIATE");
    tasks.transactionBegan();
    T result = operation.apply(tasks);
    tasks.write();
    connection.sql().execute("COMMIT");
    tasks.takeAppended();
    return result;
  }

  @Override
  public void close() {
    connection.close();
  }
}
