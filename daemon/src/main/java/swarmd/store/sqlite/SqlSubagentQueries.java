package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentQueries;

class SqlSubagentQueries implements SubagentQueries {
  private final SqliteConnection connection;

  SqlSubagentQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<Subagent> find(String project, String session, String id) {
    return jdbi()
        .createQuery(
            """
            SELECT * FROM subagent WHERE project = :project AND session = :session AND id = :id
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .map((row, context) -> read(row))
        .findOne();
  }

  @Override
  public List<Subagent> running(String project, String session) {
    return jdbi()
        .createQuery(
            """
            SELECT * FROM subagent
            WHERE project = :project AND session = :session AND ended_at IS NULL
            ORDER BY started_at, id
            """)
        .bind("project", project)
        .bind("session", session)
        .map((row, context) -> read(row))
        .list();
  }

  @Override
  public int countStartedSince(String project, String session, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT count(*) FROM subagent
            WHERE project = :project AND session = :session AND started_at >= :since
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("since", since)
        .mapTo(Integer.class)
        .one();
  }

  private static Subagent read(ResultSet row) throws SQLException {
    return new Subagent(
        row.getString("project"),
        row.getString("session"),
        row.getString("id"),
        Columns.text(row, "type"),
        row.getLong("started_at"),
        row.getLong("last_seen"),
        Columns.number(row, "ended_at"),
        row.getInt("holds"));
  }
}
