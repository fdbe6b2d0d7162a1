package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jdbi.v3.core.Handle;
import swarmd.checks.CheckQueries;
import swarmd.checks.CheckRecord;
import swarmd.checks.TreeState;

class SqlCheckQueries implements CheckQueries {
  private final SqliteConnection connection;

  SqlCheckQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<CheckRecord> latest(String project, String name) {
    return jdbi()
        .createQuery(
            """
            SELECT * FROM check_run WHERE project = :project AND name = :name
            ORDER BY id DESC LIMIT 1
            """)
        .bind("project", project)
        .bind("name", name)
        .map((row, context) -> read(row))
        .findOne();
  }

  @Override
  public List<CheckRecord> latest(String project) {
    return jdbi()
        .createQuery(
            """
            SELECT * FROM check_run WHERE id IN
              (SELECT max(id) FROM check_run WHERE project = :project GROUP BY name)
            ORDER BY name
            """)
        .bind("project", project)
        .map((row, context) -> read(row))
        .list();
  }

  static CheckRecord read(ResultSet row) throws SQLException {
    return new CheckRecord(
        row.getLong("id"),
        row.getString("project"),
        row.getString("name"),
        row.getString("command"),
        row.getString("folder"),
        Columns.text(row, "session"),
        row.getString("agent"),
        row.getLong("at"),
        row.getLong("duration_ms"),
        CheckRecord.Ending.of(row.getString("ending")),
        Columns.number(row, "exit_code")
            .map(code -> OptionalInt.of(code.intValue()))
            .orElse(OptionalInt.empty()),
        row.getString("output"),
        tree(row),
        Columns.text(row, "digest_after"),
        Columns.number(row, "last_edit_at"));
  }

  private static Optional<TreeState> tree(ResultSet row) throws SQLException {
    String digest = row.getString("tree_digest");
    return digest == null
        ? Optional.empty()
        : Optional.of(
            new TreeState(row.getString("tree_commit"), row.getInt("tree_changed"), digest));
  }
}
