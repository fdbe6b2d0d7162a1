package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  Sql sql() {
    return connection.sql();
  }

  @Override
  public Optional<Binding> find(String session) {
    return sql()
        .of(SELECT + "WHERE session = :session")
        .bind("session", session)
        .first(SqlBindingQueries::read);
  }

  @Override
  public List<Binding> withProcess() {
    return sql().of(SELECT + "WHERE host_pid IS NOT NULL").list(SqlBindingQueries::read);
  }

  @Override
  public List<Project> projects() {
    return sql()
        .of("SELECT DISTINCT project, folder FROM binding")
        .list(row -> new Project(row.getString("project"), row.getString("folder")));
  }

  private static Binding read(ResultSet row) throws SQLException {
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
