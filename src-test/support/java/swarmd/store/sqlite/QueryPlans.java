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

/** Shows how the database finds the rows of a query. */
final class QueryPlans implements AutoCloseable {
  private final SqliteFile file = new SqliteFile();
  private final List<String> prepared = new ArrayList<>();
  private final Connection real;
  private final SqliteConnection recording;

  QueryPlans() throws SQLException {
    file.close(file.open());
    real = DriverManager.getConnection("jdbc:sqlite:" + file.path());
    recording = new SqliteConnection(recording(real));
  }

  /** To be given to a repository. */
  SqliteConnection connection() {
    return recording;
  }

  private Connection recording(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                prepared.add((String) arguments[0]);
              }
              return method.invoke(connection, arguments);
            });
  }

  /** The plan of all statements that the question runs. */
  List<String> of(Runnable question) throws SQLException {
    List<String> steps = new ArrayList<>();
    for (String statement : statements(question)) {
      try (Statement explain = real.createStatement();
          ResultSet rows = explain.executeQuery("EXPLAIN QUERY PLAN " + statement)) {
        while (rows.next()) {
          steps.add(rows.getString("detail"));
        }
      }
    }
    return steps;
  }

  /** The statements that the question compiles. */
  List<String> statements(Runnable question) {
    prepared.clear();
    question.run();
    assertThat(prepared).isNotEmpty();
    return List.copyOf(prepared);
  }

  @Override
  public void close() throws SQLException {
    real.close();
    file.close();
  }
}
