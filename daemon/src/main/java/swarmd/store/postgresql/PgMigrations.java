package swarmd.store.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import swarmd.store.Store;

/** Brings a team's database to the newest schema; of several daemons that try, one does it. */
final class PgMigrations {
  private static final String FOLDER = "/sql/postgresql/";

  /** The numbered files, which the build lists in their order. */
  private static final List<String> STEPS = read("migrations.txt").lines().toList();

  /** The schema of this swarmd. */
  static final int LATEST = STEPS.size();

  /** The first with transaction ids of 64 bits, by which copies follow the events. */
  private static final int OLDEST_SERVER = 13;

  /** Any number will do, if nobody else uses it. */
  private static final long LOCK = 0x5357_4152_4d44L;

  private PgMigrations() {}

  static void apply(Connection connection) throws SQLException {
    requireServer(connection);
    if (version(connection) == LATEST) {
      return;
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
      statement.execute("CREATE SCHEMA IF NOT EXISTS swarmd");
      statement.execute("CREATE TABLE IF NOT EXISTS swarmd.schema_version (version integer)");
      int done = version(connection);
      for (int step = done; step < LATEST; step++) {
        statement.execute(read(STEPS.get(step)));
      }
      if (done < LATEST) {
        statement.execute("DELETE FROM swarmd.schema_version");
        statement.execute("INSERT INTO swarmd.schema_version VALUES (" + LATEST + ")");
      }
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  static void requireServer(Connection connection) throws SQLException {
    int version = connection.getMetaData().getDatabaseMajorVersion();
    if (version < OLDEST_SERVER) {
      throw new Store.Unavailable(
          "the team's database runs on PostgreSQL %d; swarmd needs PostgreSQL %d or newer there"
              .formatted(version, OLDEST_SERVER));
    }
  }

  /** 0 if there is nothing yet. */
  static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet exists =
            statement.executeQuery("SELECT to_regclass('swarmd.schema_version') IS NOT NULL")) {
      exists.next();
      if (!exists.getBoolean(1)) {
        return 0;
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT coalesce(max(version), 0) FROM swarmd.schema_version")) {
      row.next();
      int version = row.getInt(1);
      if (version > LATEST) {
        throw new Store.Unavailable(
            "the team's database has schema version %d, but this swarmd supports only up to %d; install the newer swarmd"
                .formatted(version, LATEST));
      }
      return version;
    }
  }

  private static String read(String step) {
    try (InputStream in = PgMigrations.class.getResourceAsStream(FOLDER + step)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
