package swarmd.store.sqlite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Handover;
import swarmd.store.Store.Unavailable;
import swarmd.store.Transaction;
import swarmd.store.sqlite.SqliteStore.CommitListener;
import swarmd.swarm.TaskEvent;

/**
 * The one thread that writes. It commits all waiting requests in one transaction, so that they
 * share one fsync. If one of them fails, all are rolled back and run again, each in a savepoint, so
 * that its failure does not affect the others.
 */
final class GroupCommitWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GroupCommitWriter.class);
  private static final int MAX_WAITING = 20_000;
  private static final int MAX_BATCH = 1_000;
  private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(5);

  /** How long a deferred request waits for others to share its commit with. */
  private static final long DEFERRED_MILLIS = 50;

  /** How long nothing is written before the write-ahead log is made smaller. */
  private static final long IDLE_MILLIS = 500;

  /** Makes the thread check its queues; never run. */
  private static final Request<Boolean> WAKE_UP = new Request<>(transaction -> true, false);

  private final SqliteDatabase database;
  private final DatabaseFiles files;
  private final SqliteConnection connection;
  private final Sql sql;
  private final SqlTaskRepository tasks;
  private final Transaction transaction;
  private final Consumer<List<TaskEvent>> onCommit;
  private final CommitListener measured;
  private final LongSupplier nanos;
  private final BlockingQueue<Request<?>> waiting = new LinkedBlockingQueue<>(MAX_WAITING);

  /** Committed together with the next waiting request, or after a while without one. */
  private final DeferredQueue<Request<?>> deferred =
      new DeferredQueue<>(new LinkedBlockingQueue<>(MAX_WAITING), this::wakeUp);

  private final WalLimit wal;
  private final Thread thread = new Thread(this::run, "writer");

  /** Completes the requests' futures while the writer goes on with the next commit. */
  private final ExecutorService answers =
      Executors.newSingleThreadExecutor(action -> new Thread(action, "answers"));

  /** Whether a commit reaches the disk before it returns, as connections are opened. */
  private boolean durable = true;

  private final int rehearsed;
  private long groups;

  private volatile boolean closing;

  /** The thread takes nothing from the queues any more. */
  private volatile boolean ended;

  /**
   * @param onCommit receives the events of each commit, in order
   * @param measured receives the size and duration of each commit
   * @param nanos the clock for it
   * @param rehearsed every so many groups are run, rolled back and run again: in tests, work that
   *     has an effect outside its transaction then has it twice; 0 for none
   */
  GroupCommitWriter(
      SqliteDatabase database,
      Consumer<List<TaskEvent>> onCommit,
      CommitListener measured,
      LongSupplier nanos,
      int rehearsed) {
    this.database = database;
    this.onCommit = onCommit;
    this.measured = measured;
    this.nanos = nanos;
    this.rehearsed = rehearsed;
    connection = database.openWriter();
    sql = connection.sql();
    files = new DatabaseFiles(database, () -> sql.of("PRAGMA data_version").number());
    wal = new WalLimit(database, files);
    tasks = new SqlTaskRepository(connection);
    transaction = new SqlTransaction(connection, tasks);
  }

  int waitingWrites() {
    return waiting.size() + deferred.size();
  }

  DatabaseFiles files() {
    return files;
  }

  void start() {
    thread.start();
  }

  <T> CompletableFuture<T> submit(Function<Transaction, T> work) {
    return submit(new Request<>(work, true), waiting::offer);
  }

  <T> CompletableFuture<T> submitCopy(Function<Transaction, T> work) {
    return submit(new Request<>(work, false), waiting::offer);
  }

  <T> CompletableFuture<T> submitLater(Function<Transaction, T> work) {
    return submit(new Request<>(work, true), deferred::offer);
  }

  private <T> CompletableFuture<T> submit(Request<T> request, Predicate<Request<?>> queue) {
    if (closing) {
      request.fail(new Unavailable("swarmd is shutting down"));
    } else if (!queue.test(request)) {
      request.fail(new Unavailable("too many writes are waiting; try again in a moment"));
    } else if (ended) {
      request.fail(new Unavailable("swarmd is shutting down"));
    }
    return request.answer;
  }

  private void run() {
    List<Request<?>> batch = new ArrayList<>();
    try {
      while (!closing || !waiting.isEmpty() || !deferred.isEmpty()) {
        Request<?> next = next();
        if (next == WAKE_UP) {
          continue;
        }
        deferred.drainTo(batch); // all of them, since no later request may run before one
        if (next != null) {
          batch.add(next);
          waiting.drainTo(batch, MAX_BATCH);
        }
        commit(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      log.debug("The writer was interrupted");
    }
    ended = true;
    waiting.drainTo(batch);
    deferred.drainTo(batch);
    batch.forEach(request -> request.fail(new Unavailable("swarmd is shutting down")));
  }

  /** Returns null when it is time to commit the deferred requests alone. */
  private Request<?> next() throws InterruptedException {
    if (deferred.isEmpty()) {
      return wal.isExceeded() ? nextUnlessIdle() : waiting.take();
    }
    return closing ? waiting.poll() : waiting.poll(DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Uses an idle moment to make the write-ahead log smaller. */
  private Request<?> nextUnlessIdle() throws InterruptedException {
    Request<?> next = waiting.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
    if (next != null) {
      return next;
    }
    wal.shrink();
    return WAKE_UP;
  }

  private void commit(List<Request<?>> batch) {
    List<TaskEvent> events;
    try {
      files.verify();
      setDurable(batch.stream().anyMatch(request -> request.durable));
      events = run(batch);
      long begin = nanos.getAsLong();
      sql.execute("COMMIT");
      measured.committed(batch.size(), nanos.getAsLong() - begin);
      files.verifyCommitted(); // a file may have been removed meanwhile
    } catch (RuntimeException | Error e) {
      rollBack();
      Unavailable unavailable =
          e instanceof Unavailable known ? known : new Unavailable(database.describe(e), e);
      log.warn("{} writes were not stored: {}", batch.size(), unavailable.getMessage());
      batch.forEach(request -> request.fail(unavailable));
      return;
    }
    List<Request<?>> done = List.copyOf(batch);
    answers.execute(() -> answer(done, events));
  }

  /** Leaves the transaction open; returns the events. */
  private List<TaskEvent> run(List<Request<?>> batch) {
    begin();
    if (runTogether(batch)) {
      return tasks.takeAppended();
    }
    rollBack();
    begin();
    List<TaskEvent> events = new ArrayList<>();
    batch.forEach(request -> events.addAll(runInSavepoint(request)));
    return events;
  }

  private void begin() {
    sql.execute("BEGIN IMMEDIATE");
    tasks.transactionBegan();
  }

  /** Returns whether all requests were run; if not, everything has to be rolled back. */
  private boolean runTogether(List<Request<?>> batch) {
    try {
      batch.forEach(request -> request.run(transaction));
      tasks.write();
      return !isRehearsal();
    } catch (RuntimeException | Error e) { // any failure: the writer must go on
      if (SqliteDatabase.fatalToTransaction(e)) {
        throw e;
      }
      return false;
    }
  }

  private boolean isRehearsal() {
    groups++;
    return rehearsed > 0 && groups % rehearsed == 0;
  }

  /** A commit that is not durable by itself becomes so with the next one that is. */
  private void setDurable(boolean wanted) {
    if (durable != wanted) {
      sql.execute("PRAGMA synchronous = " + (wanted ? "FULL" : "NORMAL"));
      durable = wanted;
    }
  }

  private void answer(List<Request<?>> done, List<TaskEvent> events) {
    if (!events.isEmpty()) {
      onCommit.accept(events); // first, so that listeners never lag behind a client
    }
    Handover.together(() -> done.forEach(Request::answer));
  }

  private List<TaskEvent> runInSavepoint(Request<?> request) {
    sql.execute("SAVEPOINT request");
    try {
      request.run(transaction);
      tasks.write();
    } catch (RuntimeException | Error e) {
      tasks.rolledBack();
      if (SqliteDatabase.fatalToTransaction(e)) {
        throw e;
      }
      sql.execute("ROLLBACK TO request");
      request.failure = e;
    }
    sql.execute("RELEASE request");
    return tasks.takeAppended();
  }

  /** After a fatal error SQLite may have rolled back already; another ROLLBACK is an error then. */
  private void rollBack() {
    tasks.rolledBack();
    try {
      sql.execute("ROLLBACK");
    } catch (RuntimeException e) {
      log.debug("Nothing to roll back: {}", e.getMessage());
    }
  }

  /** Runs the waiting requests, then moves the write-ahead log into the database file. */
  @Override
  public void close() {
    closing = true;
    wakeUp();
    Threads.join(thread);
    wal.close();
    answers.shutdown();
    Threads.await(answers, CLOSING_TIMEOUT);
    if (!files.mayBeClosed()) {
      log.warn("The database is left as it is: its files are no longer those that were opened");
      return;
    }
    try {
      files.whileCheckpointing(() -> sql.of("PRAGMA wal_checkpoint(TRUNCATE)").number());
    } catch (RuntimeException e) {
      log.warn("The write-ahead log stays for the next start: {}", database.describe(e));
    }
    connection.close();
  }

  /** If the queue is full, the thread is awake anyway. */
  private void wakeUp() {
    waiting.offer(WAKE_UP);
  }

  private static final class Request<T> {
    private final Function<Transaction, T> work;
    private final boolean durable;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private T result;
    private Throwable failure;

    Request(Function<Transaction, T> work, boolean durable) {
      this.work = work;
      this.durable = durable;
    }

    void run(Transaction transaction) {
      failure = null;
      result = work.apply(transaction);
    }

    void answer() {
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else {
        answer.complete(result);
      }
    }

    void fail(RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }
}
