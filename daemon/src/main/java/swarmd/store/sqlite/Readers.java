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
import java.util.stream.IntStream;
import swarmd.store.Snapshot;
import swarmd.store.Store.Unavailable;

/** A few threads that read, each on its own connection, so that reads never wait for writes. */
final class Readers implements AutoCloseable {
  private static final int MAX_WAITING = 20_000;

  private final SqliteDatabase database;
  private final List<Sql> connections;
  private final BlockingQueue<Sql> idle;
  private final ThreadPoolExecutor threads;

  Readers(SqliteDatabase database, int count) {
    this.database = database;
    connections = IntStream.range(0, count).mapToObj(i -> database.openReader()).toList();
    idle = new ArrayBlockingQueue<>(count, false, connections);
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
    Sql sql = idle.remove();
    try {
      sql.execute("BEGIN");
      try {
        return query.apply(new SqlSnapshot(sql));
      } finally {
        sql.execute("COMMIT");
      }
    } catch (RuntimeException e) {
      throw SqliteDatabase.fatalToTransaction(e) ? new Unavailable(database.describe(e), e) : e;
    } finally {
      idle.add(sql);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    Threads.await(threads, Duration.ofSeconds(5));
    connections.forEach(Sql::close);
  }
}
