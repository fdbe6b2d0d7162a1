package swarmd.store.sqlite;

import swarmd.checks.CheckRecord;
import swarmd.checks.CheckRepository;
import swarmd.checks.TreeState;

/** The results of checks, on the connection that writes. */
final class SqlCheckRepository extends SqlCheckQueries implements CheckRepository {
  SqlCheckRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public CheckRecord add(CheckRecord record) {
    return jdbi()
        .createQuery(
            """
            INSERT INTO check_run (project, name, command, folder, session, agent, at, duration_ms,
              ending, exit_code, output, tree_commit, tree_changed, tree_digest, digest_after,
              last_edit_at)
            VALUES (:project, :name, :command, :folder, :session, :agent, :at, :duration,
              :ending, :exitCode, :output, :commit, :changed, :digest, :digestAfter, :lastEdit)
            RETURNING *
            """)
        .bind("project", record.project())
        .bind("name", record.name())
        .bind("command", record.command())
        .bind("folder", record.folder())
        .bind("session", record.session())
        .bind("agent", record.agent())
        .bind("at", record.startedAt())
        .bind("duration", record.durationMillis())
        .bind("ending", record.ending().label())
        .bind("exitCode", record.exitCode())
        .bind("output", record.output())
        .bind("commit", record.tree().map(TreeState::commit))
        .bind("changed", record.tree().map(TreeState::changed))
        .bind("digest", record.tree().map(TreeState::digest))
        .bind("digestAfter", record.digestAfter())
        .bind("lastEdit", record.lastEdit())
        .map((row, context) -> read(row))
        .one();
  }
}
