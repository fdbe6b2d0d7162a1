package swarmd.store.sqlite;

import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeRepository;

/** Modes, on the connection that writes. */
final class SqlModeRepository extends SqlModeQueries implements ModeRepository {
  SqlModeRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public void save(ActiveMode mode) {
    jdbi()
        .createUpdate(
            """
            INSERT INTO mode (project, session, mode, state, started_at, checked_at, holds)
            VALUES (:project, :session, :mode, :state, :startedAt, :checkedAt, :holds)
            ON CONFLICT (project, session, mode) DO UPDATE SET state = excluded.state,
              started_at = excluded.started_at, checked_at = excluded.checked_at,
              holds = excluded.holds, ended_at = NULL
            """)
        .bind("project", mode.project())
        .bind("session", mode.session())
        .bind("mode", mode.mode().label())
        .bind("state", JsonColumn.write(mode.state().fields()))
        .bind("startedAt", mode.startedAt())
        .bind("checkedAt", mode.checkedAt())
        .bind("holds", mode.holds())
        .execute();
  }

  @Override
  public void suspend(String project, String session, long now) {
    jdbi()
        .createUpdate(
            """
            UPDATE mode SET ended_at = :now
            WHERE project = :project AND session = :session AND ended_at IS NULL
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("now", now)
        .execute();
  }

  @Override
  public boolean delete(String project, String session, Mode mode) {
    return jdbi()
            .createUpdate(
                """
                DELETE FROM mode
                WHERE project = :project AND session = :session AND mode = :mode
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("mode", mode.label())
            .execute()
        == 1;
  }
}
