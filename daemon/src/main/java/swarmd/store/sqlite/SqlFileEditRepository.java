package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;

/** Who edited what. */
final class SqlFileEditRepository implements FileEditRepository {
  private final Sql sql;

  SqlFileEditRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public List<FileEdit> latest(String project, int limit) {
    List<FileEdit> latestFirst =
        sql.of(
                """
                SELECT f.session, f.agent, s.type, f.file, f.at
                FROM agent_file f LEFT JOIN subagent s
                  ON s.project = f.project AND s.session = f.session AND s.id = f.agent
                WHERE f.project = :project
                ORDER BY f.at DESC
                """)
            .bind("project", project)
            .list(
                row ->
                    new FileEdit(
                        project,
                        row.getString(1),
                        row.getString(2),
                        Rows.text(row, 3),
                        row.getString(4),
                        row.getLong(5)),
                limit);
    List<FileEdit> latestLast = new ArrayList<>(latestFirst);
    Collections.reverse(latestLast);
    return latestLast;
  }

  @Override
  public Map<String, Integer> counts(String project, String session) {
    return sql
        .of(
            """
            SELECT agent, count(*) FROM agent_file
            WHERE project = :project AND session = :session GROUP BY agent
            """)
        .bind("project", project)
        .bind("session", session)
        .list(row -> Map.entry(row.getString(1), row.getInt(2)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public int count(String project, String session) {
    return (int)
        sql.of(
                """
                SELECT count(DISTINCT file) FROM agent_file
                WHERE project = :project AND session = :session
                """)
            .bind("project", project)
            .bind("session", session)
            .number();
  }

  /** An edit may be stored late, after newer ones: the time never goes back. */
  @Override
  public void edited(FileEdit edit) {
    sql.of(
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
        .update();
  }

  @Override
  public void forget(String project, String session) {
    sql.of("DELETE FROM agent_file WHERE project = :project AND session = :session")
        .bind("project", project)
        .bind("session", session)
        .update();
  }
}
