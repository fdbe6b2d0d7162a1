package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import swarmd.sessions.EditedFiles;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditQueries;

class SqlFileEditQueries implements FileEditQueries {
  private static final int LATEST = 5;

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

  @Override
  public List<String> touchedSince(
      String project, String session, Optional<String> agent, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT file, at, 1 AS place FROM agent_file
            WHERE project = :project AND session = :session AND at >= :since
              AND agent = coalesce(:agent, agent)
            UNION ALL
            SELECT tree, at, 2 FROM agent_tree
            WHERE project = :project AND session = :session AND at >= :since
              AND agent = coalesce(:agent, agent)
            ORDER BY place, at DESC
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("agent", agent.orElse(null))
        .bind("since", since)
        .map((row, context) -> row.getString("file"))
        .list();
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
  public Map<String, EditedFiles> byAgent(String project, String session) {
    Map<String, EditedFiles> files = new HashMap<>();
    jdbi()
        .createQuery(
            """
            SELECT agent, file, files FROM (
              SELECT agent, file, count(*) OVER (PARTITION BY agent) AS files,
                row_number() OVER (PARTITION BY agent ORDER BY at DESC, file) AS place
              FROM agent_file WHERE project = :project AND session = :session)
            WHERE place <= :latest ORDER BY agent, place
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("latest", LATEST)
        .map((row, context) -> edited(row))
        .forEach(one -> files.merge(one.getKey(), one.getValue(), SqlFileEditQueries::joined));
    return files;
  }

  private static Map.Entry<String, EditedFiles> edited(ResultSet row) throws SQLException {
    return Map.entry(
        row.getString("agent"),
        new EditedFiles(row.getInt("files"), List.of(row.getString("file"))));
  }

  private static EditedFiles joined(EditedFiles newer, EditedFiles older) {
    return new EditedFiles(
        newer.count(), Stream.of(newer, older).flatMap(all -> all.latest().stream()).toList());
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
