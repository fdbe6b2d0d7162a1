package swarmd.store.sqlite;

import java.util.Optional;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SignsOfLife;

/**
 * Sessions, on the connection that writes. A sign of life may be stored late, after newer ones, so
 * {@code last_seen} never goes back.
 */
final class SqlSessionRepository extends SqlSessionQueries implements SessionRepository {
  private final Sql sql;

  SqlSessionRepository(SqliteConnection connection) {
    super(connection);
    sql = connection.sql();
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

  /** The signs are always the newest, however late they are stored. */
  @Override
  public void seen(String project, String id, String host, Optional<SignsOfLife> signs, long now) {
    sql.of(
            """
            INSERT INTO session (project, id, host, started_at, last_seen, signs)
            VALUES (:project, :id, :host, :now, :now, :signs)
            ON CONFLICT (project, id) DO UPDATE SET
              last_seen = max(session.last_seen, excluded.last_seen), signs = excluded.signs
            """)
        .bind("project", project)
        .bind("id", id)
        .bind("host", host)
        .bind("now", now)
        .bind("signs", signs.filter(all -> !all.isIdle()).map(SignsColumn::write))
        .update();
  }

  /** A session that starts again keeps its todos; the counts of its stops are reset. */
  @Override
  public void started(String project, String id, String host, long now) {
    change(
            """
            INSERT INTO session (project, id, host, started_at, last_seen)
            VALUES (:project, :id, :host, :now, :now)
            ON CONFLICT (project, id) DO UPDATE SET host = excluded.host,
              started_at = excluded.started_at, last_seen = excluded.last_seen, ended_at = NULL,
              idle_holds = 0, reminders = 0
            """,
            project,
            id)
        .bind("host", host)
        .bind("now", now)
        .update();
  }

  /** Some hosts report the end twice; the first report counts. */
  @Override
  public void ended(String project, String id, long now) {
    change(
            """
            UPDATE session SET ended_at = :now
            WHERE project = :project AND id = :id AND ended_at IS NULL
            """,
            project,
            id)
        .bind("now", now)
        .update();
  }

  /** Every tool call sets it to 0: it mostly is 0 already, and then nothing is written. */
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
    change(
            "UPDATE session SET reminders = :count WHERE project = :project AND id = :id",
            project,
            id)
        .bind("count", count)
        .update();
  }

  @Override
  public void setOpenTodos(String project, String id, int count) {
    change(
            "UPDATE session SET open_todos = :count WHERE project = :project AND id = :id",
            project,
            id)
        .bind("count", count)
        .update();
  }

  @Override
  public void addOpenTodos(String project, String id, int more) {
    change(
            """
            UPDATE session SET open_todos = max(0, open_todos + :more)
            WHERE project = :project AND id = :id
            """,
            project,
            id)
        .bind("more", more)
        .update();
  }

  private Sql.Statement change(String text, String project, String id) {
    return sql.of(text).bind("project", project).bind("id", id);
  }
}
