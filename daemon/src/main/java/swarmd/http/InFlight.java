package swarmd.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts unanswered requests. Streams are not included: they end with the server. */
final class InFlight {
  /** How long a stop waits for the first request of a connection it has accepted. */
  private static final Duration FIRST_REQUEST_GRACE = Duration.ofMillis(250);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int unanswered;
  private int silent;
  private long accepted;
  private volatile boolean stopping;

  /** From now on every connection closes after its next response. */
  void startStopping() {
    stopping = true;
  }

  boolean stopping() {
    return stopping;
  }

  /** Call for each new connection; its first request is expected soon. */
  void connectionAccepted() {
    lock.lock();
    try {
      accepted++;
      silent++;
    } finally {
      lock.unlock();
    }
  }

  /** Call when a connection's first request has arrived, or the connection has closed. */
  void firstRequestArrived() {
    lock.lock();
    try {
      silent--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The number of connections accepted since the start. */
  long accepted() {
    lock.lock();
    try {
      return accepted;
    } finally {
      lock.unlock();
    }
  }

  /** Call for each request; run the result when it is answered, or cannot be answered. */
  Runnable begin() {
    lock.lock();
    try {
      unanswered++;
    } finally {
      lock.unlock();
    }
    AtomicBoolean ended = new AtomicBoolean();
    return () -> {
      if (ended.compareAndSet(false, true)) {
        end();
      }
    };
  }

  private void end() {
    lock.lock();
    try {
      unanswered--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until every request is answered or the timeout has passed; returns how many are left.
   * Uses real time, because a stop must end even if a test's clock stands still.
   */
  int await(Duration timeout) {
    lock.lock();
    try {
      awaitNone(timeout.toNanos(), FIRST_REQUEST_GRACE.toNanos());
      return unanswered;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unanswered;
    } finally {
      lock.unlock();
    }
  }

  private void awaitNone(long nanos, long nanosForFirstRequests) throws InterruptedException {
    long waited = 0;
    while ((unanswered > 0 && waited < nanos) || (silent > 0 && waited < nanosForFirstRequests)) {
      long wait = (unanswered > 0 ? nanos : nanosForFirstRequests) - waited;
      waited += wait - changed.awaitNanos(wait);
    }
  }
}
