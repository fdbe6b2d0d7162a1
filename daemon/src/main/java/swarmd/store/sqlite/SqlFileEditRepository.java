package swarmd.store.sqlite;

import java.util.List;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;

/** Which agent edited which file, on the connection that writes. */
final class SqlFileEditRepository extends SqlFileEditQueries implements FileEditRepository {
  private static final List<String> TABLES = List.of("agent_file", "agent_tree");

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
  public void ranIn(String project, String session, String agent, String tree, long at) {
    jdbi()
        .createUpdate(
            """
            INSERT INTO agent_tree (project, session, agent, tree, at)
            VALUES (:project, :session, :agent, :tree, :at)
            ON CONFLICT (project, session, agent, tree) DO UPDATE SET at = excluded.at
            WHERE agent_tree.at < excluded.at
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("agent", agent)
        .bind("tree", tree)
        .bind("at", at)
        .execute();
  }

  @Override
  public void forget(String project, String session) {
    for (String table : TABLES) {
      jdbi()
          .createUpdate(
              "DELETE FROM %s WHERE project = :project AND session = :session".formatted(table))
          .bind("project", project)
          .bind("session", session)
          .execute();
    }
  }

  @Override
  public void forget(String project, String session, String agent) {
    for (String table : TABLES) {
      jdbi()
          .createUpdate(
              """
              DELETE FROM %s
              WHERE project = :project AND session = :session AND agent = :agent
              """
                  .formatted(table))
          .bind("project", project)
          .bind("session", session)
          .bind("agent", agent)
          .execute();
    }
  }
}
