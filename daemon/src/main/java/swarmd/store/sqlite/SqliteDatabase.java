package swarmd.store.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** The database file: how it is opened, and what its errors mean. */
final class SqliteDatabase {
  private static final int BUSY_TIMEOUT_MS = 5_000;

  /** After one of these, SQLite may have rolled back the whole transaction by itself. */
  private static final Set<SQLiteErrorCode> FATAL_TO_TRANSACTION =
      Set.of(
          SQLiteErrorCode.SQLITE_FULL,
          SQLiteErrorCode.SQLITE_IOERR,
          SQLiteErrorCode.SQLITE_NOMEM,
          SQLiteErrorCode.SQLITE_CORRUPT,
          SQLiteErrorCode.SQLITE_NOTADB,
          SQLiteErrorCode.SQLITE_READONLY,
          SQLiteErrorCode.SQLITE_CANTOPEN,
          SQLiteErrorCode.SQLITE_BUSY,
          SQLiteErrorCode.SQLITE_INTERRUPT);

  private static final int WRITER_CACHE_KIB = 8_000;

  private static final String REMEDY =
      "Move it away to start with an empty one, or restore a copy, while swarmd is stopped (swarm"
          + " daemon stop)";

  private final Path file;
  private final UnaryOperator<Connection> writer;

  SqliteDatabase(Path file) {
    this(file, UnaryOperator.identity());
  }

  /**
   * @param writer replaces the connection that writes, so that its statements can be made to fail
   */
  SqliteDatabase(Path file, UnaryOperator<Connection> writer) {
    this.file = file;
    this.writer = writer;
  }

  Path file() {
    return file;
  }

  /** What SQLite's own check finds wrong with the file. Reads all of it. */
  Optional<String> damage() {
    try (Connection fresh = connect(true);
        Statement statement = fresh.createStatement();
        ResultSet finding = statement.executeQuery("PRAGMA quick_check(1)")) {
      String text = finding.next() ? finding.getString(1) : "ok";
      return text.equals("ok") ? Optional.empty() : Optional.of(damaged(text));
    } catch (SQLException e) {
      return Optional.of(describe(e));
    }
  }

  private String damaged(String finding) {
    String detail = finding.replaceAll("\\*\\*\\*.*?\\*\\*\\*", "").strip().replace('\n', ' ');
    return file + " is damaged (" + detail + "). " + REMEDY;
  }

  /**
   * Brings the schema up to date. A file that is not a database, or a newer one, is left unchanged.
   */
  void prepare() {
    if (Files.exists(file)) {
      try (Connection readOnly = connect(true)) {
        Migrations.refuseNewer(readOnly, file);
      } catch (SQLException e) {
        throw new DatabaseUnusable(describe(e), e);
      }
    }
    try (Connection connection = connect(false)) {
      configure(connection);
      Migrations.apply(connection, file);
    } catch (SQLException e) {
      throw new DatabaseUnusable(describe(e), e);
    }
  }

  SqliteConnection openWriter() {
    return open(
        writer,
        "PRAGMA synchronous = FULL",
        "PRAGMA cache_size = -" + WRITER_CACHE_KIB,
        "PRAGMA journal_size_limit = " + WalLimit.BYTES);
  }

  /** For a connection that gives up at once if a reader is in its way. */
  SqliteConnection openCheckpointer() {
    return open(UnaryOperator.identity(), "PRAGMA busy_timeout = 0");
  }

  Path writeAheadLog() {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  SqliteConnection openReader() {
    return open(UnaryOperator.identity(), "PRAGMA query_only = ON");
  }

  private SqliteConnection open(UnaryOperator<Connection> use, String... pragmas) {
    try {
      Connection connection = connect(false);
      configure(connection);
      for (String pragma : pragmas) {
        execute(connection, pragma);
      }
      return new SqliteConnection(use.apply(connection));
    } catch (SQLException e) {
      throw new DatabaseUnusable(describe(e), e);
    }
  }

  private Connection connect(boolean readOnly) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setOpenMode(SQLiteOpenMode.NOMUTEX); // a connection has one thread at a time
    config.setGetGeneratedKeys(false); // RETURNING yields them
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    execute(connection, "PRAGMA busy_timeout = " + BUSY_TIMEOUT_MS);
    return connection;
  }

  private static void configure(Connection connection) throws SQLException {
    execute(connection, "PRAGMA journal_mode = WAL");
    execute(connection, "PRAGMA foreign_keys = ON");
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whether the failure affects the whole transaction and not only the one statement. */
  static boolean fatalToTransaction(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        return FATAL_TO_TRANSACTION.contains(primary(sqlite));
      }
    }
    return false;
  }

  private static SQLiteErrorCode primary(SQLiteException e) {
    return SQLiteErrorCode.getErrorCode(e.getResultCode().code & 0xff);
  }

  /** Describes the problem and its remedy. */
  String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLiteException sqlite) {
        return describe(sqlite);
      }
    }
    return "the database " + file + " cannot be used: " + failure.getMessage();
  }

  private String describe(SQLiteException e) {
    return switch (primary(e)) {
      case SQLITE_FULL -> "the disk is full; free some space next to " + file;
      case SQLITE_BUSY -> "another program has locked " + file + "; close it and try again";
      case SQLITE_NOTADB, SQLITE_CORRUPT ->
          file + " is damaged or no SQLite database; it was not changed. " + REMEDY;
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
          file + " cannot be written; check its permissions and those of its folder";
      default -> "the database " + file + " cannot be used: " + e.getMessage();
    };
  }
}
