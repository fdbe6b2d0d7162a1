package swarmd.store.sqlite;

import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;

/** Which agent edited which file, on the connection that writes. */
final class SqlFileEditRepository extends SqlFileEditQueries implements FileEditRepository {
  SqlFileEditRepository(SqliteConnection connection) {
    super(connection);
  }

  /** An edit may be stored late, after newer ones, so {@code at} never goes back. */
  @Override
  public void edited(FileEdit edit) {
    jdbi()
        .createUpdate(
            """
            INSERT INTO agent_file (project, session, agent, file, at)
            SELECT :project, :session, :agent, :file, :at
            WHERE (SELECT count(*) FROM agent_file
                   WHERE project = :project AND session = :session AND agent = :agent) < 1000
            ON CONFLICT (project, session, agent, file) DO UPDATE SET at = excluded.at
            WHERE agent_file.at < excluded.at
            """)
        .bind("project", edit.project())
        .bind("session", edit.session())
        .bind("agent", edit.agent())
        .bind("file", edit.file())
        .bind("at", edit.at())
        .execute();
  }

  @Override
  public void forget(String project, String session) {
    jdbi()
        .createUpdate("DELETE FROM agent_file WHERE project = :project AND session = :session")
        .bind("project", project)
        .bind("session", session)
        .execute();
  }

  @Override
  public void forget(String project, String session, String agent) {
    jdbi()
        .createUpdate(
            """
            DELETE FROM agent_file
            WHERE project = :project AND session = :session AND agent = :agent
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("agent", agent)
        .execute();
  }
}
