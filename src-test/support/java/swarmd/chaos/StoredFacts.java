package swarmd.chaos;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tasks and the history in a database, read without any code of the daemon. */
public record StoredFacts(Map<Long, Task> tasks, List<Event> events) {

  public record Task(long id, String status, String result, String error, long fence) {}

  /**
   * An event of a task.
   *
   * @param fence of the lease that begins, ends or takes a step; 0 without one
   */
  public record Event(
      long id,
      long at,
      String kind,
      long task,
      String agent,
      long fence,
      String token,
      String requestId) {}

  /** Those in a daemon's own file. */
  public static StoredFacts in(Path database) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
      return read(connection, "");
    }
  }

  /** Those of a team, at one moment: daemons may still give back what nobody has heard of. */
  public static StoredFacts inTeam(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    try {
      return read(connection, "swarmd.");
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static StoredFacts read(Connection connection, String schema) throws SQLException {
    Map<Long, Task> tasks = new TreeMap<>();
    List<Event> events = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      String all = "SELECT * FROM " + schema + "task ORDER BY id";
      try (ResultSet row = statement.executeQuery(all)) {
        while (row.next()) {
          tasks.put(row.getLong("id"), task(row));
        }
      }
      String history = "SELECT * FROM " + schema + "event WHERE task_id IS NOT NULL ORDER BY id";
      try (ResultSet row = statement.executeQuery(history)) {
        while (row.next()) {
          events.add(event(row));
        }
      }
    }
    return new StoredFacts(tasks, events);
  }

  private static Task task(ResultSet row) throws SQLException {
    return new Task(
        row.getLong("id"),
        row.getString("status"),
        text(row, "result"),
        text(row, "error"),
        row.getLong("fence"));
  }

  private static Event event(ResultSet row) throws SQLException {
    String kind = row.getString("kind");
    return new Event(
        row.getLong("id"),
        row.getLong("at"),
        kind,
        row.getLong("task_id"),
        text(row, "agent"),
        kind.equals("claimed") ? row.getLong("id") : row.getLong("fence"),
        text(row, "token"),
        text(row, "request_id"));
  }

  private static String text(ResultSet row, String column) throws SQLException {
    String text = row.getString(column);
    return text == null ? "" : text;
  }
}
