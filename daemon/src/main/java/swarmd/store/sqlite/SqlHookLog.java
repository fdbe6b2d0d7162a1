package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import swarmd.hooks.HookLog;
import swarmd.hooks.HookRecord;

final class SqlHookLog implements HookLog {
  /** Dropping is looked at so often: once per event would double what an event costs. */
  private static final int APPENDS_PER_DROP = 100;

  /** In the order in which {@link #entry} reads them. */
  private static final String SELECT_ENTRY =
      """
      SELECT id, at, project, session, agent, host, type, decision, handler, duration_micros, error,
        note
      FROM hook_event
      """;

  /** Some events have no project or no session. */
  private static final String OF_PROJECT =
      "coalesce(project, '') = coalesce(:project, project, '')";

  private static final String OF_SESSION =
      "coalesce(session, '') = coalesce(:session, session, '')";

  private final Sql sql;

  SqlHookLog(Sql sql) {
    this.sql = sql;
  }

  @Override
  public void append(HookRecord record, int keep) {
    long id =
        sql.of(
                """
                INSERT INTO hook_event (at, project, session, agent, host, type, decision, handler,
                                        duration_micros, error, note)
                VALUES (:at, :project, :session, :agent, :host, :type, :decision, :handler,
                        :durationMicros, :error, :note)
                RETURNING id
                """)
            .bind("at", record.at())
            .bind("project", record.project())
            .bind("session", record.session())
            .bind("agent", record.agent())
            .bind("host", record.host())
            .bind("type", record.type())
            .bind("decision", record.decision())
            .bind("handler", record.handler())
            .bind("durationMicros", record.durationMicros())
            .bind("error", record.error())
            .bind("note", record.note())
            .number();
    if (id % APPENDS_PER_DROP == 0) {
      dropUpTo(id - Math.max(1, keep)); // without the newest, its id would be given again
    }
  }

  private void dropUpTo(long id) {
    sql.of("DELETE FROM hook_event WHERE id <= :id").bind("id", id).update();
  }

  @Override
  public List<Entry> latest(Optional<String> project, Optional<String> session, int limit) {
    List<Entry> entries =
        new ArrayList<>(
            sql.of(
                    SELECT_ENTRY
                        + "WHERE "
                        + OF_PROJECT
                        + " AND "
                        + OF_SESSION
                        + " ORDER BY id DESC")
                .bind("project", project)
                .bind("session", session)
                .list(SqlHookLog::entry, limit));
    Collections.reverse(entries);
    return entries;
  }

  @Override
  public List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit) {
    return sql.of(
            SELECT_ENTRY
                + "WHERE id > :id AND "
                + OF_PROJECT
                + " AND "
                + OF_SESSION
                + " ORDER BY id")
        .bind("id", id)
        .bind("project", project)
        .bind("session", session)
        .list(SqlHookLog::entry, limit);
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong(1),
        new HookRecord(
            row.getLong(2),
            Rows.text(row, 3),
            Rows.text(row, 4),
            Rows.text(row, 5),
            row.getString(6),
            row.getString(7),
            Rows.text(row, 8),
            Rows.text(row, 9),
            row.getLong(10),
            Rows.text(row, 11),
            Rows.text(row, 12)));
  }

  @Override
  public int count(String project, String session, long since) {
    return (int)
        sql.of(
                """
                SELECT count(*) FROM hook_event
                WHERE project = :project AND session = :session AND at >= :since
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("since", since)
            .number();
  }

  /** Percentiles by nearest rank: the smallest time that so many of a hundred did not exceed. */
  @Override
  public List<Summary> summaries(Optional<String> project) {
    return sql.of(
            """
            SELECT type, count(*),
              max(CASE WHEN place = (total * 50 + 99) / 100 THEN duration_micros END),
              max(CASE WHEN place = (total * 99 + 99) / 100 THEN duration_micros END),
              count(error)
            FROM (SELECT type, duration_micros, error,
                    row_number() OVER (PARTITION BY type ORDER BY duration_micros) AS place,
                    count(*) OVER (PARTITION BY type) AS total
                  FROM hook_event WHERE %s) AS ranked
            GROUP BY type ORDER BY type
            """
                .formatted(OF_PROJECT))
        .bind("project", project)
        .list(
            row ->
                new Summary(
                    row.getString(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5)));
  }
}
