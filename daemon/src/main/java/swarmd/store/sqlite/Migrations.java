package swarmd.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Brings a database to the newest schema, one numbered step after the other. */
final class Migrations {
  private static final String FOLDER = "/sql/sqlite/";

  /** The numbered files, which the build lists in their order. */
  static final List<String> STEPS = read("migrations.txt").lines().toList();

  private Migrations() {}

  static void refuseNewer(Connection connection, Path file) throws SQLException {
    int version = version(connection);
    if (version > STEPS.size()) {
      throw new DatabaseUnusable(
          "%s has schema version %d, but this swarmd supports only up to %d; it was not changed. Install the newer swarmd, or set SWARMD_HOME to another folder"
              .formatted(file, version, STEPS.size()));
    }
  }

  static void apply(Connection connection, Path file) throws SQLException {
    SqliteDatabase.execute(connection, "BEGIN IMMEDIATE");
    try {
      refuseNewer(connection, file);
      for (int done = version(connection); done < STEPS.size(); done++) {
        run(connection, read(STEPS.get(done)));
        SqliteDatabase.execute(connection, "PRAGMA user_version = " + (done + 1));
      }
      SqliteDatabase.execute(connection, "COMMIT");
    } catch (SQLException | RuntimeException e) {
      SqliteDatabase.execute(connection, "ROLLBACK");
      throw e;
    }
  }

  private static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA user_version")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static void run(Connection connection, String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(script);
    }
  }

  private static String read(String step) {
    try (InputStream in = Migrations.class.getResourceAsStream(FOLDER + step)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
