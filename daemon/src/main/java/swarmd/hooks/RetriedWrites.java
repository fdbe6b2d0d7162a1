package swarmd.hooks;

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
import swarmd.store.Store;
import swarmd.store.Transaction;
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
  private final Deque<Consumer<Transaction>> pending = new ArrayDeque<>();
  private boolean scheduled;
  private long lost;

  public RetriedWrites(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** Runs in the background. The work may run more than once, but takes effect only once. */
  public void submit(Consumer<Transaction> work) {
    store
        .writeLater(
            transaction -> {
              work.accept(transaction);
              return true;
            })
        .whenComplete((done, failure) -> settle(work, failure));
  }

  /**
   * Like {@link #submit}, but without delay, for data that the next event needs. Never fails;
   * returns whether the work is stored.
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
              settle(work, failure);
              return failure == null;
            });
  }

  private void settle(Consumer<Transaction> work, Throwable failure) {
    if (failure == null) {
      return;
    }
    Throwable cause = Cause.of(failure);
    if (cause instanceof Store.Unavailable) {
      keep(work, cause);
    } else {
      log.error("A write failed and will not be retried", cause);
    }
  }

  private synchronized void keep(Consumer<Transaction> work, Throwable cause) {
    if (pending.size() == MAX_PENDING) {
      pending.removeFirst();
      lost++;
      log.warn("{} writes lost: too many are waiting for the database", lost);
    }
    pending.addLast(work);
    if (!scheduled) {
      scheduled = true;
      log.warn("A write failed and will be retried until it succeeds: {}", cause.getMessage());
      time.after(RETRY_DELAY, this::retry);
    }
  }

  private void retry() {
    List<Consumer<Transaction>> again;
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
