package swarmd.store.sqlite;

import java.util.List;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.HostProcess;

/** Bindings of sessions to projects, on the connection that writes. */
final class SqlBindingRepository extends SqlBindingQueries implements BindingRepository {
  SqlBindingRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public void save(Binding binding, long now) {
    sql()
        .of(
            """
            INSERT INTO binding (session, project, folder, host, host_pid, host_started, skipped,
                                 disabled, marked, account, saved_at)
            VALUES (:session, :project, :folder, :host, :pid, :started, :skipped, :disabled,
                    :marked, :account, :now)
            ON CONFLICT (session) DO UPDATE SET project = excluded.project,
              folder = excluded.folder, host = excluded.host, host_pid = excluded.host_pid,
              host_started = excluded.host_started, skipped = excluded.skipped,
              disabled = excluded.disabled, marked = excluded.marked, account = excluded.account,
              saved_at = excluded.saved_at
            """)
        .bind("session", binding.session())
        .bind("project", binding.project().id())
        .bind("folder", binding.project().folder())
        .bind("host", binding.host())
        .bind("pid", binding.process().map(HostProcess::pid))
        .bind("started", binding.process().map(HostProcess::started))
        .bind("skipped", JsonColumn.write(List.copyOf(binding.skipped())))
        .bind("disabled", binding.disabled())
        .bind("marked", binding.marked())
        .bind("account", binding.account())
        .bind("now", now)
        .update();
  }

  @Override
  public void forgetProcess(Binding ended) {
    sql()
        .of(
            """
            UPDATE binding SET host_pid = NULL, host_started = NULL
            WHERE session = :session AND host_pid = :pid AND host_started = :started
            """)
        .bind("session", ended.session())
        .bind("pid", ended.process().map(HostProcess::pid))
        .bind("started", ended.process().map(HostProcess::started))
        .update();
  }
}
