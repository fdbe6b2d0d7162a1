package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.HostProcess;
import swarmd.sessions.Project;

class SqlBindingQueries implements BindingQueries {
  private static final String SELECT =
      """
      SELECT session, project, folder, host, host_pid, host_started, skipped, disabled, marked,
        account
      FROM binding
      """;

  private final SqliteConnection connection;

  SqlBindingQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<Binding> find(String session) {
    return jdbi()
        .createQuery(SELECT + "WHERE session = :session")
        .bind("session", session)
        .map(SqlBindingQueries::read)
        .findOne();
  }

  @Override
  public List<Binding> withProcess() {
    return jdbi()
        .createQuery(SELECT + "WHERE host_pid IS NOT NULL")
        .map(SqlBindingQueries::read)
        .list();
  }

  @Override
  public List<Project> projects() {
    return jdbi()
        .createQuery("SELECT DISTINCT project, folder FROM binding")
        .map((row, context) -> new Project(row.getString("project"), row.getString("folder")))
        .list();
  }

  private static Binding read(ResultSet row, StatementContext context) throws SQLException {
    Optional<HostProcess> process =
        Columns.number(row, "host_pid").isEmpty()
            ? Optional.empty()
            : Optional.of(new HostProcess(row.getLong("host_pid"), row.getString("host_started")));
    return new Binding(
        row.getString("session"),
        new Project(row.getString("project"), row.getString("folder")),
        row.getString("host"),
        process,
        Set.copyOf(JsonColumn.texts(row.getString("skipped"))),
        row.getBoolean("disabled"),
        row.getBoolean("marked"),
        Columns.text(row, "account"));
  }
}
