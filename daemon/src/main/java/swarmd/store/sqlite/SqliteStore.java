package swarmd.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.TaskEvent;
import swarmd.time.Time;

/** The store in a SQLite file: one writer, several readers. */
public final class SqliteStore implements Store, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SqliteStore.class);
  private static final int READERS = 2;

  /** Reads need not check the files more often: a person's next command comes later. */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(20);

  /** For tests; see {@link GroupCommitWriter}. */
  private static final int REHEARSED = Integer.getInteger("swarmd.rehearsedWrites", 0);

  private final SqliteDatabase database;
  private final Optional<Time> time;
  private volatile long lastCheck;
  private final GroupCommitWriter writer;
  private final Readers readers;
  private final Object behindLock = new Object();

  /** Completes when all that was written behind is stored. */
  private volatile CompletableFuture<Boolean> behind = CompletableFuture.completedFuture(true);

  private final List<CommitListener> commitListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<List<TaskEvent>>> listeners = new CopyOnWriteArrayList<>();

  private SqliteStore(SqliteDatabase database, Optional<Time> time, int rehearsed) {
    this.database = database;
    this.time = time;
    lastCheck = time.map(clock -> clock.nanos() - CHECK_INTERVAL.toNanos()).orElse(0L);
    writer =
        new GroupCommitWriter(
            database,
            this::notifyListeners,
            this::committed,
            () -> time.map(Time::nanos).orElse(0L),
            rehearsed);
    readers = new Readers(database, READERS, this::verifyFiles);
  }

  /** Opens the file; creates or upgrades it where needed. */
  public static SqliteStore open(Path file, Time time) {
    return open(file, Optional.of(time));
  }

  /** The same, but every single read checks that the files are in place. */
  public static SqliteStore open(Path file) {
    return open(file, Optional.empty());
  }

  private static SqliteStore open(Path file, Optional<Time> time) {
    return open(new SqliteDatabase(file), time, REHEARSED);
  }

  static SqliteStore open(SqliteDatabase database, Optional<Time> time, int rehearsed) {
    database.prepare();
    SqliteStore store = new SqliteStore(database, time, rehearsed);
    store.writer.start();
    return store;
  }

  @Override
  public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
    return writer.submit(work);
  }

  @Override
  public <T> CompletableFuture<T> writeLater(Function<Transaction, T> work) {
    return writer.submitLater(work);
  }

  @Override
  public <T> CompletableFuture<T> writeCopy(Function<Transaction, T> work) {
    return writer.submitCopy(work);
  }

  @Override
  public void writeBehind(Consumer<Transaction> work) {
    synchronized (behindLock) { // the last one to be submitted is the last one to be stored
      behind =
          writer
              .submitCopy(
                  transaction -> {
                    work.accept(transaction);
                    return true;
                  })
              .exceptionally(
                  failure -> {
                    log.warn("A copy is behind: {}", Cause.of(failure).toString());
                    return false;
                  });
    }
  }

  @Override
  public <T> CompletableFuture<T> read(Function<Snapshot, T> query) {
    CompletableFuture<Boolean> last = behind;
    return last.isDone()
        ? readers.submit(query)
        : last.thenCompose(stored -> readers.submit(query));
  }

  @Override
  public <E> void onCommit(Class<E> type, Consumer<List<E>> listener) {
    listeners.add(
        events -> {
          List<E> wanted = events.stream().filter(type::isInstance).map(type::cast).toList();
          if (!wanted.isEmpty()) {
            listener.accept(wanted);
          }
        });
  }

  /** Learns how the writer does. */
  public interface CommitListener {
    /**
     * Called by the writer, which it must not keep.
     *
     * @param writes that shared the commit
     * @param nanos that it took to reach the disk
     */
    void committed(int writes, long nanos);
  }

  public void onCommit(CommitListener listener) {
    commitListeners.add(listener);
  }

  private void committed(int writes, long nanos) {
    commitListeners.forEach(listener -> listener.committed(writes, nanos));
  }

  /** The number of writes that wait for a commit. */
  public int waitingWrites() {
    return writer.waitingWrites();
  }

  public long databaseBytes() {
    return size(database.file());
  }

  public long walBytes() {
    return size(database.writeAheadLog());
  }

  /** 0 for a file that is not there, as the log is at first. */
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException absent) {
      return 0;
    }
  }

  /** Empties the caches of all connections; what is needed again is read again. */
  public CompletableFuture<Void> releaseMemory() {
    CompletableFuture<Boolean> ofWriter =
        writer.submitLater(
            transaction -> {
              ((SqlTransaction) transaction).releaseMemory();
              return true;
            });
    return CompletableFuture.allOf(ofWriter, readers.releaseMemory());
  }

  /** Completes with the reason if the database can no longer be used; then all requests fail. */
  public CompletableFuture<String> lost() {
    return writer.files().lost();
  }

  /** Refuses all further requests. */
  public void lose(String reason) {
    writer.files().lost().complete(reason);
  }

  /** Notices a loss or damage that no request has met yet. */
  public void checkFiles() {
    try {
      if (!writer.files().verifyUnchanged()) {
        writer.submit(transaction -> true);
      }
    } catch (Unavailable e) {
      log.debug("The files are lost, which everybody learns from lost()", e);
    }
  }

  /** What is wrong with the database file. Reads all of it, so it may take a while. */
  public Optional<String> damage() {
    return database.damage();
  }

  /** The problem of a database that no daemon has open. */
  public static Optional<String> damage(Path file) {
    return new SqliteDatabase(file).damage();
  }

  /** A changed file may be a commit in progress, so the writer has to decide. */
  private void verifyFiles() {
    if (!isCheckDue()) {
      writer.files().refuseIfLost();
    } else if (!writer.files().verifyUnchanged()) {
      writer.submit(transaction -> true).join();
    }
  }

  private boolean isCheckDue() {
    if (time.isEmpty()) {
      return true;
    }
    long now = time.get().nanos();
    boolean due = now - lastCheck >= CHECK_INTERVAL.toNanos();
    if (due) {
      lastCheck = now;
    }
    return due;
  }

  private void notifyListeners(List<TaskEvent> events) {
    for (Consumer<List<TaskEvent>> listener : listeners) {
      try {
        listener.accept(events);
      } catch (RuntimeException e) {
        log.error("A listener failed on {} committed events", events.size(), e);
      }
    }
  }

  @Override
  public void close() {
    readers.close();
    writer.close();
  }
}
