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
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.store.Store.Unavailable;
import swarmd.store.Transaction;
import swarmd.swarm.TaskEvent;

/**
 * The one thread that writes. It commits everything that is waiting in one transaction, so that
 * many requests share one fsync; each request has a savepoint, so that its failure harms no other.
 */
final class GroupCommitWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GroupCommitWriter.class);
  private static final int MAX_WAITING = 20_000;
  private static final int MAX_BATCH = 1_000;
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

  /** How long a write that is in no hurry waits for others. */
  private static final long PATIENCE_MILLIS = 50;

  /** Has the writer look again, and is no request. */
  private static final Request<Boolean> WAKE_UP = new Request<>(transaction -> true);

  private final SqliteDatabase database;
  private final Sql sql;
  private final SqlTaskRepository tasks;
  private final Transaction transaction;
  private final Consumer<List<TaskEvent>> committed;
  private final BlockingQueue<Request<?>> waiting = new LinkedBlockingQueue<>(MAX_WAITING);

  /** Without hurry: committed before what waits, or when nothing else has come for a while. */
  private final DeferredQueue<Request<?>> patient =
      new DeferredQueue<>(new LinkedBlockingQueue<>(MAX_WAITING), this::wakeUp);

  private final Thread thread = new Thread(this::run, "writer");

  /** Wakes those who wait, while the writer goes on with the next commit. */
  private final ExecutorService answers =
      Executors.newSingleThreadExecutor(action -> new Thread(action, "answers"));

  private volatile boolean closing;

  /** Nobody looks into the queue any more. */
  private volatile boolean ended;

  /**
   * @param committed told of each commit's events, in their order
   */
  GroupCommitWriter(SqliteDatabase database, Consumer<List<TaskEvent>> committed) {
    this.database = database;
    this.committed = committed;
    sql = database.openWriter();
    tasks = new SqlTaskRepository(sql);
    transaction = new SqlTransaction(sql, tasks);
  }

  void start() {
    thread.start();
  }

  <T> CompletableFuture<T> submit(Function<Transaction, T> work) {
    return submit(new Request<>(work), waiting::offer);
  }

  <T> CompletableFuture<T> submitLater(Function<Transaction, T> work) {
    return submit(new Request<>(work), patient::offer);
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
      while (!closing || !waiting.isEmpty() || !patient.isEmpty()) {
        Request<?> next = next();
        if (next == WAKE_UP) {
          continue;
        }
        patient.drainTo(batch); // all: nothing that came later may overtake one of them
        if (next != null) {
          batch.add(next);
          waiting.drainTo(batch, MAX_BATCH);
        }
        commit(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      log.debug("The writer was asked to end");
    }
    ended = true;
    waiting.drainTo(batch);
    patient.drainTo(batch);
    batch.forEach(request -> request.fail(new Unavailable("swarmd is shutting down")));
  }

  /** Null when it is time for those who were patient. */
  private Request<?> next() throws InterruptedException {
    if (patient.isEmpty()) {
      return waiting.take();
    }
    return closing ? waiting.poll() : waiting.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void commit(List<Request<?>> batch) {
    List<TaskEvent> events = new ArrayList<>();
    try {
      sql.execute("BEGIN IMMEDIATE");
      tasks.began();
      for (Request<?> request : batch) {
        events.addAll(runInSavepoint(request));
      }
      sql.execute("COMMIT");
    } catch (RuntimeException | Error e) {
      rollBack();
      Unavailable unavailable = new Unavailable(database.describe(e), e);
      log.warn("{} writes were not stored: {}", batch.size(), unavailable.getMessage());
      batch.forEach(request -> request.fail(unavailable));
      return;
    }
    List<Request<?>> done = List.copyOf(batch);
    answers.execute(() -> answer(done, events));
  }

  private void answer(List<Request<?>> done, List<TaskEvent> events) {
    if (!events.isEmpty()) {
      committed.accept(events); // first: who remembers something must not be behind who is answered
    }
    done.forEach(Request::answer);
  }

  private List<TaskEvent> runInSavepoint(Request<?> request) {
    sql.execute("SAVEPOINT request");
    try {
      request.run(transaction);
    } catch (RuntimeException | Error e) { // whatever it is, the writer goes on
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

  /**
   * After a fatal error SQLite may have rolled back already, and then says that there is nothing
   * to.
   */
  private void rollBack() {
    tasks.rolledBack();
    try {
      sql.execute("ROLLBACK");
    } catch (RuntimeException e) {
      log.debug("Nothing to roll back: {}", e.getMessage());
    }
  }

  /** Finishes what is waiting, then moves the log's content into the database file. */
  @Override
  public void close() {
    closing = true;
    wakeUp();
    Threads.join(thread);
    answers.shutdown();
    Threads.await(answers, LAST_ANSWERS);
    try {
      sql.of("PRAGMA wal_checkpoint(TRUNCATE)").number();
    } catch (RuntimeException e) {
      log.warn("The write-ahead log stays for the next start: {}", database.describe(e));
    }
    sql.close();
  }

  /** If the queue is full the thread is awake anyway. */
  private void wakeUp() {
    waiting.offer(WAKE_UP);
  }

  private static final class Request<T> {
    private final Function<Transaction, T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private T result;
    private Throwable failure;

    Request(Function<Transaction, T> work) {
      this.work = work;
    }

    void run(Transaction transaction) {
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
