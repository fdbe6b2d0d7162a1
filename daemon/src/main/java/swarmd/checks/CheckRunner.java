package swarmd.checks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
import swarmd.userhooks.ProcessTree;

/**
 * Runs checks, a few at a time; others wait: those for tasks in the order of the claims, as if they
 * had come then, the others in the order in which they came. Only the result that it records
 * counts.
 */
public final class CheckRunner implements AutoCloseable {
  /** Far more than agents on one machine ask for. */
  static final int MAX_WAITING = 100;

  private static final String MARK = "check ";

  private final Store store;
  private final String home;
  private final TreeReader trees;
  private final int atOnce;
  private final Consumer<CheckRecord> onEnd;
  private final Time time;
  private final Executor threads = NamedThreads.unlimited("check");
  private final NavigableSet<Running> waiting =
      new TreeSet<>(
          Comparator.<Running>comparingLong(run -> run.since).thenComparingLong(run -> run.number));
  private final Set<Running> running = new HashSet<>();
  private long lastNumber;
  private boolean searched;
  private boolean closed;

  /**
   * @param home of the daemon; there is never another daemon for it
   * @param atOnce how many run at the same time
   * @param onEnd receives every result; must not block
   */
  public CheckRunner(
      Store store,
      Path home,
      TreeReader trees,
      int atOnce,
      Consumer<CheckRecord> onEnd,
      Time time) {
    this.store = store;
    this.home = MARK + home + " ";
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
    Running run;
    synchronized (this) {
      run = new Running(request, output, ++lastNumber);
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
      waiting.add(run);
    }
    runNext();
    return run;
  }

  /** The mark of this daemon's processes. */
  private String owner() {
    return home + ProcessHandle.current().pid() + " ";
  }

  /** Once, before the first check: those of a daemon that was killed would be in its way. */
  private void killLeftBehind() {
    synchronized (this) {
      if (searched) {
        return;
      }
      searched = true;
    }
    ProcessTree.killLeftBehind(mark -> mark.startsWith(home) && !mark.startsWith(owner()));
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
    Running next = waiting.pollFirst();
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
    private final long since;
    private final long number;
    private final Consumer<String> output;
    private final OutputTail tail = new OutputTail(CheckRecord.MAX_OUTPUT);
    private final CompletableFuture<CheckRecord> result = new CompletableFuture<>();
    private Optional<CheckProcess> process = Optional.empty();
    private boolean stopped;

    Running(CheckRequest request, Consumer<String> output, long number) {
      this.request = request;
      this.number = number;
      since = request.claimedAt().orElseGet(time::millis);
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
      killLeftBehind();
      Optional<Long> lastEdit = lastEdit();
      Optional<TreeState> before = trees.read(request.folder());
      long startedAt = time.millis();
      long begin = time.nanos();
      CheckProcess started =
          CheckProcess.start(request.check(), request.folder(), owner(), threads, time);
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
