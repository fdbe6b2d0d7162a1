package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** How the database finds what it is asked. */
final class QueryPlans implements AutoCloseable {
  private final SqliteFile file = new SqliteFile();
  private final List<String> prepared = new ArrayList<>();
  private final Connection connection;
  private final Sql sql;

  QueryPlans() throws SQLException {
    file.close(file.open());
    connection = DriverManager.getConnection("jdbc:sqlite:" + file.path());
    sql = new Sql(recording(connection));
  }

  /** To be given to a repository. */
  Sql sql() {
    return sql;
  }

  private Connection recording(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                prepared.add((String) arguments[0]);
              }
              return method.invoke(real, arguments);
            });
  }

  /** The plan of all that the question asks the database. */
  List<String> of(Runnable question) throws SQLException {
    List<String> steps = new ArrayList<>();
    for (String statement : statements(question)) {
      try (Statement explain = connection.createStatement();
          ResultSet rows = explain.executeQuery("EXPLAIN QUERY PLAN " + statement)) {
        while (rows.next()) {
          steps.add(rows.getString("detail"));
        }
      }
    }
    return steps;
  }

  /** What the question asks the database. */
  List<String> statements(Runnable question) {
    prepared.clear();
    question.run();
    assertThat(prepared).isNotEmpty();
    return List.copyOf(prepared);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    file.close();
  }
}
