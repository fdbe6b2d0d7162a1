package swarmd.store.sqlite;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.store.Snapshot;
import swarmd.store.Store.Unavailable;

/** A few threads that read, each on its own connection, so that reads never wait for writes. */
final class Readers implements AutoCloseable {
  private static final int MAX_WAITING = 20_000;

  private final SqliteDatabase database;
  private final Runnable verifyFiles;
  private final List<Reader> readers;
  private final BlockingQueue<Reader> idle;
  private final ThreadPoolExecutor threads;

  private record Reader(SqliteConnection connection, Snapshot snapshot) {
    static Reader open(SqliteDatabase database) {
      SqliteConnection connection = database.openReader();
      return new Reader(connection, new SqlSnapshot(connection));
    }
  }

  /**
   * @param verifyFiles fails if the database can no longer be used
   */
  Readers(SqliteDatabase database, int count, Runnable verifyFiles) {
    this.database = database;
    this.verifyFiles = verifyFiles;
    readers = Stream.generate(() -> Reader.open(database)).limit(count).toList();
    idle = new ArrayBlockingQueue<>(count, false, readers);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            action -> new Thread(action, "reader-" + number.incrementAndGet()));
  }

  <T> CompletableFuture<T> submit(Function<Snapshot, T> query) {
    try {
      return CompletableFuture.supplyAsync(() -> run(query), threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new Unavailable("too many reads are waiting; try again in a moment", e));
    }
  }

  private <T> T run(Function<Snapshot, T> query) {
    Reader reader = idle.remove();
    Sql sql = reader.connection().sql();
    try {
      verifyFiles.run();
      sql.execute("BEGIN");
      try {
        return query.apply(reader.snapshot());
      } finally {
        sql.execute("COMMIT");
      }
    } catch (RuntimeException e) {
      throw SqliteDatabase.fatalToTransaction(e) ? new Unavailable(database.describe(e), e) : e;
    } finally {
      idle.add(reader);
    }
  }

  /** Empties the caches of all connections, in turn. */
  CompletableFuture<Void> releaseMemory() {
    return CompletableFuture.allOf(
        readers.stream()
            .map(reader -> CompletableFuture.runAsync(this::releaseNext, threads))
            .toArray(CompletableFuture<?>[]::new));
  }

  private void releaseNext() {
    Reader reader = idle.remove();
    try {
      reader.connection().releaseMemory();
    } finally {
      idle.add(reader);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    Threads.await(threads, Duration.ofSeconds(5));
    readers.forEach(reader -> reader.connection().close());
  }
}
