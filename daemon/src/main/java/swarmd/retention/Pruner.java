package swarmd.retention;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.retention.OldDataQueries.Page;
import swarmd.retention.OldDataQueries.RowKey;
import swarmd.retention.OldDataRepository.Step;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.time.ClockJump;
import swarmd.time.Time;

/**
 * Deletes old data every hour. What is old is searched by the threads that read; it is deleted in
 * small steps, between which the writer serves everybody else.
 */
public final class Pruner implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Pruner.class);

  /** A daemon has better things to do when it has just been started. */
  static final Duration FIRST = Duration.ofMinutes(5);

  static final Duration INTERVAL = Duration.ofHours(1);

  /** Takes the writer about a millisecond. */
  static final int ROWS_PER_STEP = 100;

  private final Store store;
  private final OldTexts texts;
  private final SharedData shared;
  private final Retention retention;
  private final Executor files;
  private final Time time;
  private final ClockJump clockJump;
  private Optional<Time.Cancellable> next = Optional.empty();
  private boolean closed;

  /** Ends with the last run that was asked for. */
  private CompletableFuture<?> lastRun = CompletableFuture.completedFuture(null);

  /**
   * @param shared what is deleted for others, too
   * @param retention how long data is kept unless a call says otherwise
   * @param files runs what deletes files
   */
  public Pruner(
      Store store,
      OldTexts texts,
      SharedData shared,
      Retention retention,
      Executor files,
      Time time) {
    this.store = store;
    this.texts = texts;
    this.shared = shared;
    this.retention = retention;
    this.files = files;
    this.time = time;
    clockJump = new ClockJump(time);
  }

  /** How many rows or files of each kind; a kind that is kept forever is missing. */
  public record Report(Map<DataKind, Long> counts) {
    public Report {
      counts = Collections.unmodifiableMap(new EnumMap<>(counts)); // in the order of the kinds
    }

    public long of(DataKind kind) {
      return counts.getOrDefault(kind, 0L);
    }

    public long total() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  public synchronized void start() {
    schedule(FIRST);
  }

  private synchronized void schedule(Duration delay) {
    if (!closed) {
      next = Optional.of(time.after(delay, this::ring));
    }
  }

  /** With a clock that has just jumped, everything may look old. */
  private void ring() {
    schedule(INTERVAL);
    if (clockJump.happened()) {
      log.info("The clock jumped; old data is deleted in {} min", INTERVAL.toMinutes());
      return;
    }
    synchronized (this) {
      if (!lastRun.isDone()) {
        return;
      }
    }
    prune()
        .whenComplete(
            (report, failure) -> {
              if (failure != null) {
                log.warn("Old data was not deleted: {}", Cause.of(failure).getMessage());
              } else if (report.total() > 0) {
                log.info("Deleted old data: {}", report.counts());
              }
            });
  }

  public Retention retention() {
    return retention;
  }

  /** Deletes what is old by the settings. */
  public CompletableFuture<Report> prune() {
    return prune(retention, Optional.empty());
  }

  /** Deletes what is old, after all earlier calls. */
  public CompletableFuture<Report> prune(Retention kept, Optional<String> project) {
    return run(kept, project, Run::delete);
  }

  /** Counts what {@link #prune} would delete now. */
  public CompletableFuture<Report> preview(Retention kept, Optional<String> project) {
    return run(kept, project, Run::count);
  }

  private synchronized CompletableFuture<Report> run(
      Retention kept, Optional<String> project, Consumer<Run> action) {
    Run run = new Run(kept, project);
    lastRun.whenComplete((done, failure) -> action.accept(run));
    lastRun = run.result;
    return run.result;
  }

  @Override
  public synchronized void close() {
    closed = true;
    next.ifPresent(Time.Cancellable::cancel);
  }

  /** One pass over all kinds. It goes from step to step without a thread of its own. */
  private final class Run {
    private final Deque<OldData> todo = new ArrayDeque<>();
    private final Map<DataKind, Long> counts = new EnumMap<>(DataKind.class);
    private final CompletableFuture<Report> result = new CompletableFuture<>();

    /** The files of long texts belong to no project. */
    Run(Retention kept, Optional<String> project) {
      long now = time.millis();
      for (DataKind kind : DataKind.values()) {
        if (kind != DataKind.LONG_TEXTS || project.isEmpty()) {
          kept.age(kind)
              .ifPresent(age -> todo.add(new OldData(kind, now - age.toMillis(), project)));
        }
      }
    }

    void delete() {
      each(
          (data, done) -> {
            if (data.kind() == DataKind.LONG_TEXTS) {
              inFiles(() -> texts.deleteBefore(data.before()), done);
            } else if (shared.kinds().contains(data.kind())) {
              deleteShared(data, done);
            } else {
              counts.put(data.kind(), 0L);
              deletePages(data, Optional.empty(), done);
            }
          });
    }

    /** The copy is pruned as well, but only the original counts. */
    private void deleteShared(OldData data, Runnable done) {
      then(
          shared.delete(data),
          count ->
              deletePages(
                  data,
                  Optional.empty(),
                  () -> {
                    counts.put(data.kind(), count);
                    done.run();
                  }));
    }

    void count() {
      each(
          (data, done) -> {
            if (data.kind() == DataKind.LONG_TEXTS) {
              inFiles(() -> texts.countBefore(data.before()), done);
            } else {
              then(
                  store.read(snapshot -> snapshot.get(OldDataQueries.class).count(data)),
                  count -> {
                    counts.put(data.kind(), count);
                    done.run();
                  });
            }
          });
    }

    private void each(BiConsumer<OldData, Runnable> action) {
      OldData data = todo.poll();
      if (data == null) {
        result.complete(new Report(counts));
      } else {
        action.accept(data, () -> each(action));
      }
    }

    private void inFiles(IntSupplier action, Runnable done) {
      try {
        then(
            CompletableFuture.supplyAsync(action::getAsInt, files),
            count -> {
              counts.put(DataKind.LONG_TEXTS, (long) count);
              done.run();
            });
      } catch (RejectedExecutionException busy) {
        result.completeExceptionally(busy);
      }
    }

    private void deletePages(OldData data, Optional<RowKey> after, Runnable done) {
      then(
          store.read(snapshot -> snapshot.get(OldDataQueries.class).page(data, after)),
          page -> deleteFrom(data, page, 0, done));
    }

    private void deleteFrom(OldData data, Page page, int from, Runnable done) {
      if (from >= page.old().size()) {
        if (page.last().isEmpty()) {
          done.run();
        } else {
          deletePages(data, page.last(), done);
        }
        return;
      }
      int to = Math.min(from + ROWS_PER_STEP, page.old().size());
      List<RowKey> rows = page.old().subList(from, to);
      Function<Transaction, Step> delete =
          transaction -> transaction.get(OldDataRepository.class).delete(data, rows);
      then(
          store.write(delete),
          step -> {
            counts.merge(data.kind(), (long) step.deleted(), Long::sum);
            deleteFrom(data, page, step.unfinished() ? from : to, done);
          });
    }

    private <T> void then(CompletableFuture<T> future, Consumer<T> next) {
      future.whenComplete(
          (value, failure) -> {
            if (failure != null) {
              result.completeExceptionally(failure);
            } else {
              next.accept(value);
            }
          });
    }
  }
}
