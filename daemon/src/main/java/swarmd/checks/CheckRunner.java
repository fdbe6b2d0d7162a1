package swarmd.checks;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import swarmd.checks.CheckProcess.Result;
import swarmd.checks.CheckRecord.Ending;
import swarmd.common.NamedThreads;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Runs checks, a few at a time; others wait in the order in which they came. What it records is the
 * only result that counts.
 */
public final class CheckRunner implements AutoCloseable {
  /** Far more than agents on one machine ask for. */
  static final int MAX_WAITING = 100;

  private final Store store;
  private final TreeReader trees;
  private final int atOnce;
  private final Consumer<CheckRecord> onEnd;
  private final Time time;
  private final Executor threads = NamedThreads.unlimited("check");
  private final Deque<Running> waiting = new ArrayDeque<>();
  private final Set<Running> running = new HashSet<>();
  private boolean closed;

  /**
   * @param atOnce how many run at the same time
   * @param onEnd receives every result; must not block
   */
  public CheckRunner(
      Store store, TreeReader trees, int atOnce, Consumer<CheckRecord> onEnd, Time time) {
    this.store = store;
    this.trees = trees;
    this.atOnce = atOnce;
    this.onEnd = onEnd;
    this.time = time;
  }

  public synchronized int runningChecks() {
    return running.size();
  }

  public synchronized int waitingChecks() {
    return waiting.size();
  }

  /** For what reads work trees, which may take a while. */
  Executor readers() {
    return threads;
  }

  /**
   * Runs the check as soon as it is its turn. Does not block.
   *
   * @param output receives what it prints, as it is printed; must not block
   */
  public CheckRun start(CheckRequest request, Consumer<String> output) {
    Running run = new Running(request, output);
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the daemon is stopping");
      }
      if (waiting.size() >= MAX_WAITING) {
        throw new IllegalStateException(
            "%d checks are waiting already; try again later".formatted(MAX_WAITING));
      }
      if (running.size() >= atOnce) {
        output.accept(
            "[waiting for %d other check%s]\n"
                .formatted(
                    running.size() + waiting.size(),
                    running.size() + waiting.size() == 1 ? "" : "s"));
      }
      waiting.addLast(run);
    }
    runNext();
    return run;
  }

  private void runNext() {
    Optional<Running> next = takeNext();
    next.ifPresent(
        run -> {
          try {
            threads.execute(run::run);
          } catch (RuntimeException | Error e) { // no more threads
            run.result.completeExceptionally(e);
            ended(run);
          }
        });
  }

  private synchronized Optional<Running> takeNext() {
    if (running.size() >= atOnce || waiting.isEmpty()) {
      return Optional.empty();
    }
    Running next = waiting.removeFirst();
    running.add(next);
    return Optional.of(next);
  }

  private void ended(Running run) {
    synchronized (this) {
      running.remove(run);
    }
    runNext();
  }

  private synchronized boolean leaveQueue(Running run) {
    return waiting.remove(run);
  }

  /** Ends all checks. */
  @Override
  public void close() {
    List<Running> all;
    synchronized (this) {
      closed = true;
      waiting.forEach(run -> run.result.cancel(false));
      waiting.clear();
      all = List.copyOf(running);
    }
    all.forEach(Running::kill);
  }

  private final class Running implements CheckRun {
    private final CheckRequest request;
    private final Consumer<String> output;
    private final OutputTail tail = new OutputTail(CheckRecord.MAX_OUTPUT);
    private final CompletableFuture<CheckRecord> result = new CompletableFuture<>();
    private Optional<CheckProcess> process = Optional.empty();
    private boolean stopped;

    Running(CheckRequest request, Consumer<String> output) {
      this.request = request;
      this.output = output;
    }

    @Override
    public CompletableFuture<CheckRecord> result() {
      return result;
    }

    @Override
    public void stop() {
      if (leaveQueue(this)) {
        result.completeExceptionally(new CancellationException("stopped before it began"));
        return;
      }
      Optional<CheckProcess> started;
      synchronized (this) {
        stopped = true;
        started = process;
      }
      started.ifPresent(each -> each.end(Ending.STOPPED));
    }

    private void kill() {
      stop();
      Optional<CheckProcess> started;
      synchronized (this) {
        started = process;
      }
      started.ifPresent(CheckProcess::kill);
    }

    private void run() {
      try {
        CheckRecord record = record();
        onEnd.accept(record);
        store
            .write(transaction -> transaction.get(CheckRepository.class).add(record))
            .whenComplete(
                (stored, failure) -> {
                  if (failure == null) {
                    result.complete(stored);
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
      } catch (IOException | RuntimeException | Error e) {
        result.completeExceptionally(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        result.completeExceptionally(e);
      } finally {
        ended(this);
      }
    }

    private CheckRecord record() throws IOException, InterruptedException {
      Optional<Long> lastEdit = lastEdit();
      Optional<TreeState> before = trees.read(request.folder());
      long startedAt = time.millis();
      long begin = time.nanos();
      CheckProcess started = CheckProcess.start(request.check(), request.folder(), threads, time);
      synchronized (this) {
        process = Optional.of(started);
        if (stopped) {
          started.end(Ending.STOPPED);
        }
      }
      Result ended = started.follow(request.check().timeout(), this::print);
      long took = TimeUnit.NANOSECONDS.toMillis(time.nanos() - begin);
      return new CheckRecord(
          0,
          request.project(),
          request.check().name(),
          request.check().command(),
          request.folder().toString(),
          request.session(),
          request.agent(),
          startedAt,
          took,
          ended.ending(),
          ended.exitCode(),
          tail.text(),
          before,
          trees.read(request.folder()).map(TreeState::digest),
          lastEdit);
    }

    private Optional<Long> lastEdit() {
      return request
          .session()
          .flatMap(
              session ->
                  store
                      .write(
                          transaction ->
                              transaction
                                  .get(FileEditRepository.class)
                                  .lastIn(request.project(), session))
                      .join())
          .map(FileEdit::at);
    }

    private void print(String text) {
      tail.add(text);
      output.accept(text);
    }
  }
}
