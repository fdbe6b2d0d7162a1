package swarmd.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.time.Time;

/**
 * Writes whose failure must not fail an event. A write that the store cannot take now, because the
 * disk is full or the file is locked, is kept in memory and retried until it succeeds.
 */
public final class RetriedWrites {
  private static final Logger log = LoggerFactory.getLogger(RetriedWrites.class);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final int MAX_PENDING = 10_000;

  private final Store store;
  private final Time time;
  private final Deque<Write> pending = new ArrayDeque<>();
  private boolean scheduled;
  private long lost;

  /**
   * @param stored runs once the work is stored
   */
  private record Write(Consumer<Transaction> work, Runnable stored) {}

  public RetriedWrites(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** Runs in the background. The work may run more than once, but takes effect only once. */
  public void submit(Consumer<Transaction> work) {
    submit(work, () -> {});
  }

  /**
   * Like {@link #submit(Consumer)}.
   *
   * @param stored runs once the work is stored, however many retries that takes; must not block
   */
  public void submit(Consumer<Transaction> work, Runnable stored) {
    submit(new Write(work, stored));
  }

  private void submit(Write write) {
    store
        .writeLater(
            transaction -> {
              write.work.accept(transaction);
              return true;
            })
        .whenComplete((done, failure) -> settle(write, failure));
  }

  /**
   * Like {@link #submit(Consumer)}, but without delay, for data that the next event needs. Never
   * fails; returns whether the work is stored.
   */
  public CompletableFuture<Boolean> submitNow(Consumer<Transaction> work) {
    return store
        .write(
            transaction -> {
              work.accept(transaction);
              return true;
            })
        .handle(
            (done, failure) -> {
              settle(new Write(work, () -> {}), failure);
              return failure == null;
            });
  }

  private void settle(Write write, Throwable failure) {
    if (failure == null) {
      write.stored.run();
      return;
    }
    Throwable cause = Cause.of(failure);
    if (cause instanceof Store.Unavailable) {
      keep(write, cause);
    } else {
      log.error("A write failed and will not be retried", cause);
    }
  }

  private synchronized void keep(Write write, Throwable cause) {
    if (pending.size() == MAX_PENDING) {
      pending.removeFirst();
      lost++;
      log.warn("{} writes lost: too many are waiting for the database", lost);
    }
    pending.addLast(write);
    if (!scheduled) {
      scheduled = true;
      log.warn("A write failed and will be retried until it succeeds: {}", cause.getMessage());
      time.after(RETRY_DELAY, this::retry);
    }
  }

  private void retry() {
    List<Write> again;
    synchronized (this) {
      scheduled = false;
      again = new ArrayList<>(pending);
      pending.clear();
    }
    again.forEach(this::submit);
  }

  /** The number of writes that wait for a retry. */
  public synchronized int pending() {
    return pending.size();
  }
}
