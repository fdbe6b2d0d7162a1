package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.HostProcess;
import swarmd.sessions.Project;

/** What sessions are bound to. */
final class SqlBindingRepository implements BindingRepository {
  private static final String SELECT =
      """
      SELECT session, project, folder, host, host_pid, host_started, skipped, disabled FROM binding
      """;

  private final Sql sql;

  SqlBindingRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Optional<Binding> find(String session) {
    return sql.of(SELECT + "WHERE session = :session")
        .bind("session", session)
        .first(SqlBindingRepository::read);
  }

  @Override
  public List<Binding> withProcess() {
    return sql.of(SELECT + "WHERE host_pid IS NOT NULL").list(SqlBindingRepository::read);
  }

  @Override
  public List<Project> projects() {
    return sql.of("SELECT DISTINCT project, folder FROM binding")
        .list(row -> new Project(row.getString("project"), row.getString("folder")));
  }

  @Override
  public void save(Binding binding, long now) {
    sql.of(
            """
            INSERT INTO binding (session, project, folder, host, host_pid, host_started, skipped,
                                 disabled, saved_at)
            VALUES (:session, :project, :folder, :host, :pid, :started, :skipped, :disabled, :now)
            ON CONFLICT (session) DO UPDATE SET project = excluded.project,
              folder = excluded.folder, host = excluded.host, host_pid = excluded.host_pid,
              host_started = excluded.host_started, skipped = excluded.skipped,
              disabled = excluded.disabled, saved_at = excluded.saved_at
            """)
        .bind("session", binding.session())
        .bind("project", binding.project().id())
        .bind("folder", binding.project().folder())
        .bind("host", binding.host())
        .bind("pid", binding.process().map(HostProcess::pid))
        .bind("started", binding.process().map(HostProcess::started))
        .bind("skipped", JsonColumn.write(List.copyOf(binding.skipped())))
        .bind("disabled", binding.disabled())
        .bind("now", now)
        .update();
  }

  @Override
  public void forgetProcess(Binding ended) {
    sql.of(
            """
            UPDATE binding SET host_pid = NULL, host_started = NULL
            WHERE session = :session AND host_pid = :pid AND host_started = :started
            """)
        .bind("session", ended.session())
        .bind("pid", ended.process().map(HostProcess::pid))
        .bind("started", ended.process().map(HostProcess::started))
        .update();
  }

  @Override
  public void forgetBefore(long savedBefore) {
    sql.of(
            """
            DELETE FROM binding WHERE saved_at < :savedBefore AND host_pid IS NULL
              AND NOT EXISTS (SELECT 1 FROM session s
                              WHERE s.project = binding.project AND s.id = binding.session)
            """)
        .bind("savedBefore", savedBefore)
        .update();
  }

  private static Binding read(ResultSet row) throws SQLException {
    long pid = row.getLong("host_pid");
    Optional<HostProcess> process =
        row.wasNull()
            ? Optional.empty()
            : Optional.of(new HostProcess(pid, row.getString("host_started")));
    return new Binding(
        row.getString("session"),
        new Project(row.getString("project"), row.getString("folder")),
        row.getString("host"),
        process,
        Set.copyOf(JsonColumn.texts(row.getString("skipped"))),
        row.getBoolean("disabled"));
  }
}
