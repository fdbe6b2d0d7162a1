package swarmd.store.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import swarmd.store.Store;

/** Looks at a database before a workstation relies on it, and prepares it. Blocks. */
public final class DatabaseSetup {
  /** Longer than any notification takes. */
  private static final Duration NOTIFIED = Duration.ofSeconds(2);

  private DatabaseSetup() {}

  /**
   * A database that is ready for a team.
   *
   * @param server its product and version
   * @param created whether there was nothing of swarmd's before
   * @param notifies whether changes can be announced at once; PgBouncer may not pass that on
   */
  public record Found(String server, boolean created, boolean notifies) {}

  /**
   * Creates or upgrades the tables.
   *
   * @throws Store.Unavailable with one line that says what to do
   */
  public static Found create(DatabaseUrl url) {
    return with(
        url,
        connection -> {
          boolean created = PgMigrations.version(connection) == 0;
          PgMigrations.apply(connection);
          return created;
        });
  }

  /**
   * Checks that the tables are there and those of this swarmd.
   *
   * @throws Store.Unavailable with one line that says what to do
   */
  public static Found check(DatabaseUrl url) {
    return with(
        url,
        connection -> {
          int version = PgMigrations.version(connection);
          if (version == 0) {
            throw new Store.Unavailable(
                "%s has no tables of swarmd yet; whoever is first runs: swarm team init"
                    .formatted(url.shown()));
          }
          if (version < PgMigrations.LATEST) {
            throw new Store.Unavailable(
                "%s has tables of an older swarmd; to upgrade them for all, run: swarm team init"
                    .formatted(url.shown()));
          }
          return false;
        });
  }

  private interface Step {
    boolean take(Connection connection) throws SQLException;
  }

  private static Found with(DatabaseUrl url, Step step) {
    try (Connection connection = url.connect()) {
      String server =
          connection.getMetaData().getDatabaseProductName()
              + " "
              + connection.getMetaData().getDatabaseProductVersion();
      PgMigrations.requireServer(connection);
      boolean created = step.take(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT swarmd.hello()"); // may this user use them?
      }
      return new Found(server, created, notifies(url, connection));
    } catch (SQLException e) {
      throw DatabaseProblem.of(url, e).asFailure(e);
    }
  }

  private static boolean notifies(DatabaseUrl url, Connection listening) throws SQLException {
    String channel = "swarmd_" + UUID.randomUUID().toString().replace('-', '_');
    try (Statement statement = listening.createStatement()) {
      statement.execute("LISTEN " + channel);
    } catch (SQLException refused) {
      return false;
    }
    try (Connection other = url.connect();
        PreparedStatement statement = other.prepareStatement("SELECT pg_notify(?, '')")) {
      statement.setString(1, channel);
      statement.execute();
    }
    PGNotification[] arrived =
        listening.unwrap(PGConnection.class).getNotifications((int) NOTIFIED.toMillis());
    return Optional.ofNullable(arrived).filter(all -> all.length > 0).isPresent();
  }
}
