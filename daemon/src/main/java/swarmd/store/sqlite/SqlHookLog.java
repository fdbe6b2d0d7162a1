package swarmd.store.sqlite;

import swarmd.hooks.HookLog;
import swarmd.hooks.HookRecord;

/** The hook log, on the connection that writes. */
final class SqlHookLog extends SqlHookLogQueries implements HookLog {
  /** Dropping old records at every event would double the cost of an event. */
  private static final int APPENDS_PER_DROP = 100;

  private final Sql sql;

  SqlHookLog(SqliteConnection connection) {
    super(connection);
    sql = connection.sql();
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
      dropUpTo(id - Math.max(1, keep)); // the newest stays, or its id would be used again
    }
  }

  private void dropUpTo(long id) {
    sql.of("DELETE FROM hook_event WHERE id <= :id").bind("id", id).update();
  }
}
