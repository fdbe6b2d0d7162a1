package swarmd.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the write-ahead log small again. While somebody reads an old snapshot it can only grow, and
 * SQLite itself never makes it smaller before the next writes.
 */
final class WalLimit implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WalLimit.class);

  /** Twice the size at which SQLite moves the log into the database file. */
  static final long BYTES = 8 << 20;

  private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(5);

  private final SqliteDatabase database;
  private final DatabaseFiles files;
  private final Path wal;

  /** Moving many megabytes would keep the writer too long. */
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(action -> new Thread(action, "checkpoint"));

  private final AtomicBoolean shrinking = new AtomicBoolean();

  WalLimit(SqliteDatabase database, DatabaseFiles files) {
    this.database = database;
    this.files = files;
    wal = database.writeAheadLog();
  }

  boolean isExceeded() {
    try {
      return Files.size(wal) > BYTES;
    } catch (IOException absent) {
      return false;
    }
  }

  /** Tries once, in the background. */
  void shrink() {
    if (shrinking.compareAndSet(false, true)) {
      try {
        thread.execute(this::tryToShrink);
      } catch (RejectedExecutionException closed) {
        shrinking.set(false);
      }
    }
  }

  /** First without a lock, so that the locked part has little left to do. */
  private void tryToShrink() {
    try (SqliteConnection connection = database.openCheckpointer()) {
      files.whileCheckpointing(
          () -> {
            connection.sql().of("PRAGMA wal_checkpoint(PASSIVE)").number();
            connection.sql().of("PRAGMA wal_checkpoint(TRUNCATE)").number();
          });
    } catch (RuntimeException e) {
      log.debug("The write-ahead log stays as it is: {}", e.getMessage());
    } finally {
      shrinking.set(false);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    Threads.await(thread, CLOSING_TIMEOUT);
  }
}
