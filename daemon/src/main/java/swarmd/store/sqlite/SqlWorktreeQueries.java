package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import swarmd.worktrees.Worktree;
import swarmd.worktrees.WorktreeQueries;

/** The worktrees of this workstation, on any connection. */
class SqlWorktreeQueries implements WorktreeQueries {
  private final SqliteConnection connection;

  SqlWorktreeQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<Worktree> all() {
    return connection
        .sql()
        .of("SELECT * FROM worktree ORDER BY task_id")
        .list(SqlWorktreeQueries::read);
  }

  @Override
  public List<Held> held(String project) {
    return connection
        .sql()
        .of("SELECT * FROM worktree WHERE project = :project ORDER BY task_id")
        .bind("project", project)
        .list(SqlWorktreeQueries::read)
        .stream()
        .flatMap(
            worktree ->
                new SqlTaskQueries(connection)
                        .find(worktree.taskId())
                        .filter(task -> task.inWorktree())
                        .map(task -> new Held(worktree, task))
                        .stream())
        .toList();
  }

  private static Worktree read(ResultSet row) throws SQLException {
    return new Worktree(
        row.getLong("task_id"),
        row.getString("project"),
        row.getString("repository"),
        row.getString("folder"),
        row.getString("branch"),
        Columns.text(row, "kept"));
  }
}
