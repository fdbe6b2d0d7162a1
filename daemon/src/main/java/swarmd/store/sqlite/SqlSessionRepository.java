package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.Subagent;

/**
 * Sessions and their subagents. A sign of life may be stored late, after newer ones: the time of
 * the last one never goes back.
 */
final class SqlSessionRepository implements SessionRepository {
  private final Sql sql;

  SqlSessionRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Optional<Session> find(String project, String id) {
    return sql.of(
            """
            SELECT host, started_at, last_seen, ended_at, idle_holds, reminders, open_todos
            FROM session WHERE project = :project AND id = :id
            """)
        .bind("project", project)
        .bind("id", id)
        .first(row -> session(project, id, row, 1));
  }

  @Override
  public List<Session> live(Optional<String> project, long seenSince, int limit) {
    return sql.of(
            """
            SELECT project, id, host, started_at, last_seen, ended_at, idle_holds, reminders,
              open_todos
            FROM session
            WHERE ended_at IS NULL AND last_seen >= :seenSince
              AND project = coalesce(:project, project)
            ORDER BY last_seen DESC, project, id
            """)
        .bind("project", project)
        .bind("seenSince", seenSince)
        .list(row -> session(row.getString(1), row.getString(2), row, 3), limit);
  }

  private static Session session(String project, String id, ResultSet row, int from)
      throws SQLException {
    return new Session(
        project,
        id,
        row.getString(from),
        row.getLong(from + 1),
        row.getLong(from + 2),
        Rows.number(row, from + 3),
        row.getInt(from + 4),
        row.getInt(from + 5),
        row.getInt(from + 6));
  }

  @Override
  public Optional<Subagent> findSubagent(String project, String session, String id) {
    return sql.of(
            """
            SELECT id, type, started_at, last_seen, ended_at, holds FROM subagent
            WHERE project = :project AND session = :session AND id = :id
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .first(row -> subagent(project, session, row));
  }

  @Override
  public List<Subagent> runningSubagents(String project, String session) {
    return sql.of(
            """
            SELECT id, type, started_at, last_seen, ended_at, holds FROM subagent
            WHERE project = :project AND session = :session AND ended_at IS NULL
            ORDER BY started_at, id
            """)
        .bind("project", project)
        .bind("session", session)
        .list(row -> subagent(project, session, row));
  }

  @Override
  public int countSubagents(String project, String session, long since) {
    return (int)
        sql.of(
                """
                SELECT count(*) FROM subagent
                WHERE project = :project AND session = :session AND started_at >= :since
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("since", since)
            .number();
  }

  private static Subagent subagent(String project, String session, ResultSet row)
      throws SQLException {
    return new Subagent(
        project,
        session,
        row.getString(1),
        Rows.text(row, 2),
        row.getLong(3),
        row.getLong(4),
        Rows.number(row, 5),
        row.getInt(6));
  }

  @Override
  public void seen(String project, String id, String host, long now) {
    sql.of(
            """
            INSERT INTO session (project, id, host, started_at, last_seen)
            VALUES (:project, :id, :host, :now, :now)
            ON CONFLICT (project, id) DO UPDATE SET last_seen = excluded.last_seen
            WHERE session.last_seen < excluded.last_seen
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("host", host)
        .bind("now", now)
        .update();
  }

  /** Its todos are still there when it begins again; what was counted of its stops is not. */
  @Override
  public void started(String project, String id, String host, long now) {
    sql.of(
            """
            INSERT INTO session (project, id, host, started_at, last_seen)
            VALUES (:project, :id, :host, :now, :now)
            ON CONFLICT (project, id) DO UPDATE SET host = excluded.host,
              started_at = excluded.started_at, last_seen = excluded.last_seen, ended_at = NULL,
              idle_holds = 0, reminders = 0
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("host", host)
        .bind("now", now)
        .update();
  }

  /** Some hosts say it twice; the first counts. */
  @Override
  public void ended(String project, String id, long now) {
    sql.of(
            """
            UPDATE session SET ended_at = :now
            WHERE project = :project AND id = :id AND ended_at IS NULL
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("now", now)
        .update();
  }

  /** Every use of a tool sets it to 0: mostly it is that already, and nothing is written. */
  @Override
  public void setIdleHolds(String project, String id, int count) {
    sql.of(
            """
            UPDATE session SET idle_holds = :count
            WHERE project = :project AND id = :id AND idle_holds <> :count
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("count", count)
        .update();
  }

  @Override
  public void setReminders(String project, String id, int count) {
    sql.of("UPDATE session SET reminders = :count WHERE project = :project AND id = :id")
        .bind("project", project)
        .bind("id", id)
        .bind("count", count)
        .update();
  }

  @Override
  public void setOpenTodos(String project, String id, int count) {
    sql.of("UPDATE session SET open_todos = :count WHERE project = :project AND id = :id")
        .bind("project", project)
        .bind("id", id)
        .bind("count", count)
        .update();
  }

  @Override
  public void addOpenTodos(String project, String id, int more) {
    sql.of(
            """
            UPDATE session SET open_todos = max(0, open_todos + :more)
            WHERE project = :project AND id = :id
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("more", more)
        .update();
  }

  @Override
  public void subagentStarted(
      String project, String session, String id, Optional<String> type, long now) {
    sql.of(
            """
            INSERT INTO subagent (project, session, id, type, started_at, last_seen)
            VALUES (:project, :session, :id, :type, :now, :now)
            ON CONFLICT (project, session, id) DO UPDATE SET
              type = coalesce(excluded.type, subagent.type), started_at = excluded.started_at,
              last_seen = excluded.last_seen, ended_at = NULL, holds = 0
            WHERE subagent.last_seen <= excluded.last_seen
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .bind("type", type)
        .bind("now", now)
        .update();
  }

  /** One that had ended lives again, unless the sign is from before its end. */
  @Override
  public void subagentSeen(
      String project, String session, String id, Optional<String> type, long now) {
    sql.of(
            """
            INSERT INTO subagent (project, session, id, type, started_at, last_seen)
            VALUES (:project, :session, :id, :type, :now, :now)
            ON CONFLICT (project, session, id) DO UPDATE SET
              type = coalesce(excluded.type, subagent.type), last_seen = excluded.last_seen,
              ended_at = NULL
            WHERE subagent.last_seen <= excluded.last_seen
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .bind("type", type)
        .bind("now", now)
        .update();
  }

  /** Its end is the last sign of life. */
  @Override
  public void subagentEnded(String project, String session, String id, long now) {
    sql.of(
            """
            UPDATE subagent SET ended_at = :now, last_seen = :now
            WHERE project = :project AND session = :session AND id = :id AND ended_at IS NULL
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .bind("now", now)
        .update();
  }

  @Override
  public void keepEndedSubagents(String project, String session, int keep) {
    List<String> forgotten =
        sql
            .of(
                """
                SELECT id FROM subagent
                WHERE project = :project AND session = :session AND ended_at IS NOT NULL
                ORDER BY ended_at DESC, id
                """)
            .bind("project", project)
            .bind("session", session)
            .list(row -> row.getString(1))
            .stream()
            .skip(keep)
            .toList();
    for (String id : forgotten) {
      forgetSubagent("DELETE FROM agent_file WHERE agent = :id", project, session, id);
      forgetSubagent("DELETE FROM subagent WHERE id = :id", project, session, id);
    }
  }

  private void forgetSubagent(String delete, String project, String session, String id) {
    sql.of(delete + " AND project = :project AND session = :session")
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .update();
  }

  @Override
  public void setSubagentHolds(String project, String session, String id, int count) {
    sql.of(
            """
            UPDATE subagent SET holds = :count
            WHERE project = :project AND session = :session AND id = :id
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id)
        .bind("count", count)
        .update();
  }

  @Override
  public int forgetBefore(long lastSeen) {
    int forgotten =
        sql.of("DELETE FROM session WHERE last_seen < :lastSeen")
            .bind("lastSeen", lastSeen)
            .update();
    sql.of(
            """
            DELETE FROM subagent WHERE last_seen < :lastSeen
              OR NOT EXISTS (SELECT 1 FROM session s
                             WHERE s.project = subagent.project AND s.id = subagent.session)
            """)
        .bind("lastSeen", lastSeen)
        .update();
    sql.of(
            """
            DELETE FROM agent_file WHERE at < :lastSeen
              OR NOT EXISTS (SELECT 1 FROM session s
                             WHERE s.project = agent_file.project AND s.id = agent_file.session)
            """)
        .bind("lastSeen", lastSeen)
        .update();
    sql.of(
            """
            DELETE FROM told WHERE NOT EXISTS (SELECT 1 FROM session s
                             WHERE s.project = told.project AND s.id = told.session)
            """)
        .update();
    forgetModes(lastSeen);
    return forgotten;
  }

  /** A mode that somebody has started since for a session yet to come, or to come back, stays. */
  private void forgetModes(long lastSeen) {
    sql.of(
            """
            DELETE FROM mode WHERE started_at < :lastSeen AND checked_at < :lastSeen
              AND NOT EXISTS (SELECT 1 FROM session s
                              WHERE s.project = mode.project AND s.id = mode.session)
            """)
        .bind("lastSeen", lastSeen)
        .update();
  }
}
