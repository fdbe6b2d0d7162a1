package swarmd.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Plays another program that changes the database file. */
final class RawSql {
  private RawSql() {}

  private static Connection connect(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  static void run(Path file, String script) throws SQLException {
    try (Connection connection = connect(file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  static long number(Path file, String query) throws SQLException {
    return Long.parseLong(rows(file, query).get(0).get(0));
  }

  static List<List<String>> rows(Path file, String query) throws SQLException {
    try (Connection connection = connect(file);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(String.valueOf(result.getString(column)));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
