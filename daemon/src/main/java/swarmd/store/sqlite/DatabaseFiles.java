package swarmd.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.files.FileStamp;
import swarmd.store.Store.Unavailable;

/**
 * The files of the open database. SQLite keeps using the files it has opened even after they were
 * deleted or replaced, and everything it then stores is lost. So each commit checks that they are
 * still in place before it is acknowledged.
 */
final class DatabaseFiles {
  private static final Logger log = LoggerFactory.getLogger(DatabaseFiles.class);

  private final SqliteDatabase database;
  private final Path wal;
  private final FileStamp ownFile;
  private final FileStamp ownWal;
  private final CompletableFuture<String> lost = new CompletableFuture<>();

  /** Changes when another connection has committed. For the writer's thread. */
  private final LongSupplier dataVersion;

  private long knownVersion;

  /** How many checkpoints are under way besides those in commits. */
  private final AtomicInteger checkpoints = new AtomicInteger();

  /** The database file as this process has last written it. */
  private volatile FileStamp written;

  /**
   * For a database that has just been opened, so that its write-ahead log exists.
   *
   * @param dataVersion SQLite's count of other connections' commits, as the writer sees it
   */
  DatabaseFiles(SqliteDatabase database, LongSupplier dataVersion) {
    this.database = database;
    this.dataVersion = dataVersion;
    knownVersion = dataVersion.getAsLong();
    wal = database.writeAheadLog();
    try {
      ownFile = FileStamp.of(database.file()).orElseThrow(() -> gone(database.file()));
      ownWal = FileStamp.of(wal).orElseThrow(() -> gone(wal));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written = ownFile;
  }

  private static DatabaseUnusable gone(Path file) {
    return new DatabaseUnusable(file + " disappeared while swarmd was opening it; try again");
  }

  /** Completes with the reason once the files can no longer be used. */
  CompletableFuture<String> lost() {
    return lost;
  }

  /**
   * For the writer, before a commit: the files must be the ones that were opened, and written by
   * nobody else.
   *
   * @throws Unavailable if they are not
   */
  void verify() {
    FileStamp now = verifyPlaces();
    if (isForeign(now)) {
      Optional<String> damage = database.damage();
      if (damage.isPresent()) {
        lose("another program changed the database while swarmd was running: " + damage.get());
      }
      if (!wasChangedBySqlite()) {
        lose(
            "another program overwrote "
                + database.file()
                + " while swarmd was running, as restoring a backup does. Restore it again while"
                + " swarmd is stopped, and delete "
                + wal
                + " with it");
      }
      log.warn("Another program has changed {}", database.file());
      written = now;
    }
  }

  /** A commit or checkpoint of another connection, and not a copy over the file. */
  private boolean wasChangedBySqlite() {
    long before = knownVersion;
    knownVersion = dataVersion.getAsLong();
    return knownVersion != before || isWalEmpty();
  }

  private boolean isWalEmpty() {
    try {
      return Files.size(wal) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** For the writer, after a commit, which a checkpoint may have been part of. */
  void verifyCommitted() {
    written = verifyPlaces();
  }

  /** Returns false if the writer has to find out whether another program wrote to the file. */
  boolean verifyUnchanged() {
    return !isForeign(verifyPlaces());
  }

  private FileStamp verifyPlaces() {
    refuseIfLost();
    try {
      FileStamp now = FileStamp.of(database.file()).orElseGet(() -> lose(database.file()));
      if (!now.isSameFileAs(ownFile)) {
        lose(database.file());
      }
      if (!ownWal.isStillAt(wal)) {
        lose(wal);
      }
      return now;
    } catch (IOException e) {
      return written; // SQLite will report it if it concerns the files themselves
    }
  }

  private boolean isForeign(FileStamp now) {
    return !now.equals(written) && checkpoints.get() == 0;
  }

  void refuseIfLost() {
    if (lost.isDone()) {
      throw new Unavailable(lost.join() + ". swarmd stops; the next command starts a new one");
    }
  }

  private FileStamp lose(Path path) {
    lose(path + " was removed or replaced while swarmd was running");
    return ownFile;
  }

  private void lose(String reason) {
    lost.complete(reason);
    refuseIfLost();
  }

  /** Runs a checkpoint that is not part of a commit: it writes to the file, too. */
  void whileCheckpointing(Runnable checkpoint) {
    checkpoints.incrementAndGet();
    try {
      checkpoint.run();
    } finally {
      written = current();
      checkpoints.decrementAndGet();
    }
  }

  private FileStamp current() {
    try {
      return FileStamp.of(database.file()).orElse(written);
    } catch (IOException e) {
      return written;
    }
  }

  /**
   * Whether SQLite may move its log into the database and close: it deletes the log by name, and
   * that must not be another daemon's.
   */
  boolean mayBeClosed() {
    return ownFile.isStillAt(database.file())
        && (ownWal.isStillAt(wal) || !Files.exists(wal))
        && !isForeign(current());
  }
}
