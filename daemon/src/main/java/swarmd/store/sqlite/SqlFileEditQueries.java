package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditQueries;

class SqlFileEditQueries implements FileEditQueries {
  private final SqliteConnection connection;

  SqlFileEditQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<FileEdit> latest(String project, int limit) {
    List<FileEdit> edits =
        new ArrayList<>(
            Page.first(
                limit,
                jdbi()
                    .createQuery(
                        """
                        SELECT f.project, f.session, f.agent, s.type, f.file, f.at
                        FROM agent_file f LEFT JOIN subagent s
                          ON s.project = f.project AND s.session = f.session AND s.id = f.agent
                        WHERE f.project = :project
                        ORDER BY f.at DESC
                        """)
                    .bind("project", project)
                    .map((row, context) -> read(row))));
    Collections.reverse(edits);
    return edits;
  }

  private static FileEdit read(ResultSet row) throws SQLException {
    return new FileEdit(
        row.getString("project"),
        row.getString("session"),
        row.getString("agent"),
        Columns.text(row, "type"),
        row.getString("file"),
        row.getLong("at"));
  }

  @Override
  public Optional<FileEdit> lastIn(String project, String session) {
    return jdbi()
        .createQuery(
            """
            SELECT project, session, agent, NULL AS type, file, at FROM agent_file
            WHERE project = :project AND session = :session ORDER BY at DESC LIMIT 1
            """)
        .bind("project", project)
        .bind("session", session)
        .map((row, context) -> read(row))
        .findOne();
  }

  @Override
  public Map<String, Long> lastByAgent(String project, String session) {
    return jdbi()
        .createQuery(
            """
            SELECT agent, max(at) AS at FROM agent_file
            WHERE project = :project AND session = :session GROUP BY agent
            """)
        .bind("project", project)
        .bind("session", session)
        .map((row, context) -> Map.entry(row.getString("agent"), row.getLong("at")))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Map<String, Integer> counts(String project, String session) {
    return jdbi()
        .createQuery(
            """
            SELECT agent, count(*) AS files FROM agent_file
            WHERE project = :project AND session = :session GROUP BY agent
            """)
        .bind("project", project)
        .bind("session", session)
        .map((row, context) -> Map.entry(row.getString("agent"), row.getInt("files")))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public int count(String project, String session) {
    return jdbi()
        .createQuery(
            """
            SELECT count(DISTINCT file) FROM agent_file
            WHERE project = :project AND session = :session
            """)
        .bind("project", project)
        .bind("session", session)
        .mapTo(Integer.class)
        .one();
  }
}
