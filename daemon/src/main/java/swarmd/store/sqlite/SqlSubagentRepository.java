package swarmd.store.sqlite;

import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;
import swarmd.sessions.SubagentRepository;

/**
 * Subagents, on the connection that writes. A sign of life may be stored late, after newer ones, so
 * {@code last_seen} never goes back.
 */
final class SqlSubagentRepository extends SqlSubagentQueries implements SubagentRepository {
  private final Sql sql;

  SqlSubagentRepository(SqliteConnection connection) {
    super(connection);
    sql = connection.sql();
  }

  @Override
  public void started(String project, String session, String id, Optional<String> type, long now) {
    change(
            """
            INSERT INTO subagent (project, session, id, type, started_at, last_seen)
            VALUES (:project, :session, :id, :type, :now, :now)
            ON CONFLICT (project, session, id) DO UPDATE SET
              type = coalesce(excluded.type, subagent.type), started_at = excluded.started_at,
              last_seen = excluded.last_seen, ended_at = NULL, holds = 0
            WHERE subagent.last_seen <= excluded.last_seen
            """,
            project,
            session,
            id)
        .bind("type", type)
        .bind("now", now)
        .execute();
  }

  /** One that had ended lives again, unless the sign is from before its end. */
  @Override
  public void seen(String project, String session, String id, Optional<String> type, long now) {
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

  /** The end counts as the last sign of life. */
  @Override
  public void ended(String project, String session, String id, long now) {
    change(
            """
            UPDATE subagent SET ended_at = :now, last_seen = :now
            WHERE project = :project AND session = :session AND id = :id AND ended_at IS NULL
            """,
            project,
            session,
            id)
        .bind("now", now)
        .execute();
  }

  @Override
  public void setHolds(String project, String session, String id, int count) {
    change(
            """
            UPDATE subagent SET holds = :count
            WHERE project = :project AND session = :session AND id = :id
            """,
            project,
            session,
            id)
        .bind("count", count)
        .execute();
  }

  @Override
  public List<String> keepEnded(String project, String session, int keep) {
    return jdbi()
        .createQuery(
            """
            DELETE FROM subagent
            WHERE project = :project AND session = :session AND id IN
              (SELECT id FROM subagent
               WHERE project = :project AND session = :session AND ended_at IS NOT NULL
               ORDER BY ended_at DESC, id LIMIT -1 OFFSET :keep)
            RETURNING id
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("keep", keep)
        .mapTo(String.class)
        .list();
  }

  private Update change(String text, String project, String session, String id) {
    return jdbi()
        .createUpdate(text)
        .bind("project", project)
        .bind("session", session)
        .bind("id", id);
  }
}
