package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeQueries;
import swarmd.modes.ModeState;

class SqlModeQueries implements ModeQueries {
  private static final Logger log = LoggerFactory.getLogger(SqlModeQueries.class);

  private static final String SELECT =
      """
      SELECT m.project, m.session, m.mode, m.state, m.started_at, m.checked_at,
        coalesce(s.last_seen, 0) AS last_seen, m.holds
      FROM mode m LEFT JOIN session s ON s.project = m.project AND s.id = m.session
      """;

  private static final String FIND =
      SELECT
          + """
          WHERE m.project = :project AND m.session = :session AND m.mode = :mode
            AND m.ended_at IS NULL
          """;

  private static final String LIST_OF_PROJECT =
      SELECT
          + """
          WHERE m.project = :project AND m.session = coalesce(:session, m.session)
            AND m.ended_at IS NULL
          """;

  private static final String LIST =
      SELECT + "WHERE m.session = coalesce(:session, m.session) AND m.ended_at IS NULL";

  private static final String SUSPENDED =
      SELECT
          + """
          WHERE m.project = :project AND m.session = :session AND m.ended_at >= :endedSince
          """;

  private static final Comparator<ActiveMode> STOP_ORDER =
      Comparator.comparing(ActiveMode::mode)
          .thenComparingLong(ActiveMode::startedAt)
          .thenComparing(ActiveMode::project)
          .thenComparing(ActiveMode::session);

  private final SqliteConnection connection;

  SqlModeQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<ActiveMode> find(String project, String session, Mode mode) {
    return connection
        .sql()
        .of(FIND)
        .bind("project", project)
        .bind("session", session)
        .bind("mode", mode.label())
        .first(SqlModeQueries::read)
        .flatMap(found -> found);
  }

  @Override
  public List<ActiveMode> list(Optional<String> project, Optional<String> session) {
    Sql.Statement query =
        project.isPresent()
            ? connection.sql().of(LIST_OF_PROJECT).bind("project", project)
            : connection.sql().of(LIST);
    return readable(query.bind("session", session));
  }

  @Override
  public List<ActiveMode> suspended(String project, String session, long endedSince) {
    return readable(
        connection
            .sql()
            .of(SUSPENDED)
            .bind("project", project)
            .bind("session", session)
            .bind("endedSince", endedSince));
  }

  private static List<ActiveMode> readable(Sql.Statement query) {
    return query.list(SqlModeQueries::read).stream()
        .flatMap(Optional::stream)
        .sorted(STOP_ORDER)
        .toList();
  }

  /**
   * Empty for a row that another version or a person has written and this one cannot read: it must
   * not make every Stop fail.
   */
  private static Optional<ActiveMode> read(ResultSet row) throws SQLException {
    String project = row.getString("project");
    String session = row.getString("session");
    String mode = row.getString("mode");
    try {
      return Optional.of(
          new ActiveMode(
              project,
              session,
              restore(mode, JsonColumn.fields(row.getString("state"))),
              row.getLong("started_at"),
              row.getLong("checked_at"),
              row.getLong("last_seen"),
              row.getInt("holds")));
    } catch (RuntimeException e) {
      log.warn("Skipped {} of session {} in {}: {}", mode, session, project, e.toString());
      return Optional.empty();
    }
  }

  private static ModeState restore(String label, Map<String, Object> fields) {
    Mode mode = Mode.of(label).orElseThrow(() -> new IllegalStateException("no such mode"));
    return ModeState.initial(mode).with(fields);
  }
}
