package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;

class SqlSessionQueries implements SessionQueries {
  private final SqliteConnection connection;

  SqlSessionQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<Session> find(String project, String id) {
    return connection
        .sql()
        .of("SELECT * FROM session WHERE project = :project AND id = :id")
        .bind("project", project)
        .bind("id", id)
        .first(SqlSessionQueries::read);
  }

  @Override
  public List<Session> live(Optional<String> project, long seenSince, int limit) {
    return Page.first(
        limit,
        jdbi()
            .createQuery(
                """
                SELECT * FROM session
                WHERE ended_at IS NULL AND last_seen >= :seenSince
                  AND project = coalesce(:project, project)
                ORDER BY last_seen DESC, project, id
                """)
            .bind("project", project)
            .bind("seenSince", seenSince)
            .map((row, context) -> read(row)));
  }

  @Override
  public List<String> startingWith(String text, int limit) {
    return Page.first(
        limit,
        jdbi()
            .createQuery(
                """
                SELECT DISTINCT id FROM session WHERE substr(id, 1, length(:text)) = :text
                ORDER BY id
                """)
            .bind("text", text)
            .map((row, context) -> row.getString("id")));
  }

  @Override
  public List<UnderWay> underWay() {
    return connection
        .sql() // the daemon's start waits for it
        .of(
            """
            SELECT project, id, last_seen, signs FROM session
            WHERE signs IS NOT NULL AND ended_at IS NULL
            """)
        .list(
            row ->
                new UnderWay(
                    row.getString("project"),
                    row.getString("id"),
                    SignsColumn.read(row.getString("signs"), row.getLong("last_seen"))));
  }

  private static Session read(ResultSet row) throws SQLException {
    return new Session(
        row.getString("project"),
        row.getString("id"),
        row.getString("host"),
        row.getLong("started_at"),
        row.getLong("last_seen"),
        Columns.number(row, "ended_at"),
        row.getInt("idle_holds"),
        row.getInt("reminders"),
        row.getInt("open_todos"));
  }
}
