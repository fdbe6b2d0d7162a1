package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeRepository;
import swarmd.modes.ModeState;

final class SqlModeRepository implements ModeRepository {
  private static final Logger log = LoggerFactory.getLogger(SqlModeRepository.class);

  /** In the order in which {@link #read} reads them. */
  private static final String SELECT_MODE =
      """
      SELECT m.project, m.session, m.mode, m.state, m.started_at, m.checked_at,
        coalesce(s.last_seen, 0), m.holds
      FROM mode m LEFT JOIN session s ON s.project = m.project AND s.id = m.session
      """;

  private static final Comparator<ActiveMode> STOP_ORDER =
      Comparator.comparing(ActiveMode::mode)
          .thenComparingLong(ActiveMode::startedAt)
          .thenComparing(ActiveMode::project)
          .thenComparing(ActiveMode::session);

  private final Sql sql;

  SqlModeRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public void save(ActiveMode mode) {
    sql.of(
            """
            INSERT INTO mode (project, session, mode, state, started_at, checked_at, holds)
            VALUES (:project, :session, :mode, :state, :startedAt, :checkedAt, :holds)
            ON CONFLICT (project, session, mode) DO UPDATE SET state = excluded.state,
              started_at = excluded.started_at, checked_at = excluded.checked_at,
              holds = excluded.holds
            """)
        .bind("project", mode.project())
        .bind("session", mode.session())
        .bind("mode", mode.mode().label())
        .bind("state", JsonColumn.write(mode.state().fields()))
        .bind("startedAt", mode.startedAt())
        .bind("checkedAt", mode.checkedAt())
        .bind("holds", mode.holds())
        .update();
  }

  @Override
  public boolean delete(String project, String session, Mode mode) {
    return sql.of(
                """
                DELETE FROM mode
                WHERE project = :project AND session = :session AND mode = :mode
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("mode", mode.label())
            .update()
        == 1;
  }

  @Override
  public Optional<ActiveMode> find(String project, String session, Mode mode) {
    return sql.of(
            SELECT_MODE + "WHERE m.project = :project AND m.session = :session AND m.mode = :mode")
        .bind("project", project)
        .bind("session", session)
        .bind("mode", mode.label())
        .first(SqlModeRepository::read)
        .flatMap(found -> found);
  }

  @Override
  public List<ActiveMode> list(Optional<String> project, Optional<String> session) {
    Sql.Statement query =
        project
            .map(
                name ->
                    sql.of(
                            SELECT_MODE
                                + "WHERE m.project = :project"
                                + " AND m.session = coalesce(:session, m.session)")
                        .bind("project", name))
            .orElseGet(
                () -> sql.of(SELECT_MODE + "WHERE m.session = coalesce(:session, m.session)"));
    return query.bind("session", session).list(SqlModeRepository::read).stream()
        .flatMap(Optional::stream)
        .sorted(STOP_ORDER)
        .toList();
  }

  /**
   * Empty for what another version, or a person, has written and we do not understand: whatever is
   * wrong with one row, no Stop of any session may fail by it.
   */
  private static Optional<ActiveMode> read(ResultSet row) throws SQLException {
    String project = row.getString(1);
    String session = row.getString(2);
    String mode = row.getString(3);
    try {
      return Optional.of(
          new ActiveMode(
              project,
              session,
              restore(mode, JsonColumn.fields(row.getString(4))),
              row.getLong(5),
              row.getLong(6),
              row.getLong(7),
              row.getInt(8)));
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
