package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookRecord;

class SqlHookLogQueries implements HookLogQueries {
  private static final long MINUTE_MILLIS = 60_000;

  private final SqliteConnection connection;

  SqlHookLogQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  /** Some events have no project or no session, so both may be NULL. */
  @Override
  public List<Entry> latest(
      Optional<String> project, Optional<String> session, Optional<String> type, int limit) {
    Query query =
        jdbi()
            .createQuery(
                """
                SELECT * FROM hook_event
                WHERE coalesce(project, '') = coalesce(:project, project, '')
                  AND coalesce(session, '') = coalesce(:session, session, '')
                  AND type = coalesce(:type, type)
                ORDER BY id DESC
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("type", type);
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

  @Override
  public long lastId() {
    return jdbi()
        .createQuery("SELECT coalesce(max(id), 0) FROM hook_event")
        .mapTo(Long.class)
        .one();
  }

  @Override
  public List<Summary> summaries(Optional<String> project) {
    return summariesSince(project, 0);
  }

  @Override
  public List<Summary> summariesSince(Optional<String> project, long since) {
    return ranked("type", project, since).map((row, context) -> summary(row)).list();
  }

  @Override
  public List<Minute> minutesSince(Optional<String> project, long since) {
    return ranked("minute, type", project, since)
        .map((row, context) -> new Minute(row.getLong("minute") * MINUTE_MILLIS, summary(row)))
        .list();
  }

  /** Percentiles by nearest rank: the smallest time that this share of events did not exceed. */
  private Query ranked(String group, Optional<String> project, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT %1$s, count(*) AS events,
              max(CASE WHEN place = (total * 50 + 99) / 100 THEN duration_micros END) AS p50,
              max(CASE WHEN place = (total * 99 + 99) / 100 THEN duration_micros END) AS p99,
              count(error) AS errors
            FROM (SELECT type, minute, duration_micros, error,
                    row_number() OVER (PARTITION BY %1$s ORDER BY duration_micros) AS place,
                    count(*) OVER (PARTITION BY %1$s) AS total
                  FROM (SELECT type, at / %2$d AS minute, duration_micros, error FROM hook_event
                        WHERE at >= :since
                          AND coalesce(project, '') = coalesce(:project, project, ''))) AS ranked
            GROUP BY %1$s ORDER BY %1$s
            """
                .formatted(group, MINUTE_MILLIS))
        .bind("project", project)
        .bind("since", since);
  }

  private static Summary summary(ResultSet row) throws SQLException {
    return new Summary(
        row.getString("type"),
        row.getLong("events"),
        row.getLong("p50"),
        row.getLong("p99"),
        row.getLong("errors"));
  }

  /** Ids grow with time, so that only the newest rows are read. */
  @Override
  public Map<SessionKey, Integer> countsSince(long since) {
    Map<SessionKey, Integer> counts = new HashMap<>();
    jdbi()
        .createQuery(
            """
            SELECT project, session, count(*) AS events FROM hook_event
            WHERE id > coalesce(
                (SELECT id FROM hook_event WHERE at < :since ORDER BY id DESC LIMIT 1), 0)
              AND project IS NOT NULL AND session IS NOT NULL
            GROUP BY project, session
            """)
        .bind("since", since)
        .map(
            (row, context) ->
                counts.put(
                    new SessionKey(row.getString("project"), row.getString("session")),
                    row.getInt("events")))
        .list();
    return counts;
  }
}
