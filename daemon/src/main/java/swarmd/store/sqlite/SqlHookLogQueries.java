package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookRecord;

class SqlHookLogQueries implements HookLogQueries {
  private final SqliteConnection connection;

  SqlHookLogQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  /** Some events have no project or no session, so both may be NULL. */
  @Override
  public List<Entry> latest(Optional<String> project, Optional<String> session, int limit) {
    Query query =
        jdbi()
            .createQuery(
                """
                SELECT * FROM hook_event
                WHERE coalesce(project, '') = coalesce(:project, project, '')
                  AND coalesce(session, '') = coalesce(:session, session, '')
                ORDER BY id DESC
                """)
            .bind("project", project)
            .bind("session", session);
    List<Entry> entries = new ArrayList<>(Page.first(limit, entries(query)));
    Collections.reverse(entries);
    return entries;
  }

  @Override
  public List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit) {
    Query query =
        jdbi()
            .createQuery(
                """
                SELECT * FROM hook_event
                WHERE id > :id AND coalesce(project, '') = coalesce(:project, project, '')
                  AND coalesce(session, '') = coalesce(:session, session, '')
                ORDER BY id
                """)
            .bind("id", id)
            .bind("project", project)
            .bind("session", session);
    return Page.first(limit, entries(query));
  }

  private static ResultIterable<Entry> entries(Query query) {
    return query.map((row, context) -> read(row));
  }

  private static Entry read(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong("id"),
        new HookRecord(
            row.getLong("at"),
            Columns.text(row, "project"),
            Columns.text(row, "session"),
            Columns.text(row, "agent"),
            row.getString("host"),
            row.getString("type"),
            Columns.text(row, "decision"),
            Columns.text(row, "handler"),
            row.getLong("duration_micros"),
            Columns.text(row, "error"),
            Columns.text(row, "note")));
  }

  @Override
  public int count(String project, String session, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT count(*) FROM hook_event
            WHERE project = :project AND session = :session AND at >= :since
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("since", since)
        .mapTo(Integer.class)
        .one();
  }

  /** Percentiles by nearest rank: the smallest time that this share of events did not exceed. */
  @Override
  public List<Summary> summaries(Optional<String> project) {
    return jdbi()
        .createQuery(
            """
            SELECT type, count(*) AS events,
              max(CASE WHEN place = (total * 50 + 99) / 100 THEN duration_micros END) AS p50,
              max(CASE WHEN place = (total * 99 + 99) / 100 THEN duration_micros END) AS p99,
              count(error) AS errors
            FROM (SELECT type, duration_micros, error,
                    row_number() OVER (PARTITION BY type ORDER BY duration_micros) AS place,
                    count(*) OVER (PARTITION BY type) AS total
                  FROM hook_event
                  WHERE coalesce(project, '') = coalesce(:project, project, '')) AS ranked
            GROUP BY type ORDER BY type
            """)
        .bind("project", project)
        .map(
            (row, context) ->
                new Summary(
                    row.getString("type"),
                    row.getLong("events"),
                    row.getLong("p50"),
                    row.getLong("p99"),
                    row.getLong("errors")))
        .list();
  }
}
