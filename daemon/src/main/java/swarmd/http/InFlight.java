package swarmd.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts requests that wait for their answer. Streams do not count: they end with the server. */
final class InFlight {
  /** How long after it was accepted a connection may be silent before nothing more is expected. */
  private static final Duration FIRST_REQUEST = Duration.ofMillis(250);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fewer = lock.newCondition();
  private int count;
  private int unheard;
  private long arrived;
  private volatile boolean ending;

  /** From now on an answer is the last of its connection. */
  void announceEnd() {
    ending = true;
  }

  boolean ending() {
    return ending;
  }

  /** A connection has been accepted: its first request is on its way. */
  void arrive() {
    lock.lock();
    try {
      arrived++;
      unheard++;
    } finally {
      lock.unlock();
    }
  }

  /** A connection's first request has arrived, or will never come. */
  void heard() {
    lock.lock();
    try {
      unheard--;
      fewer.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** All connections that were ever accepted. */
  long arrived() {
    lock.lock();
    try {
      return arrived;
    } finally {
      lock.unlock();
    }
  }

  void begin() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      count--;
      fewer.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there are none, but not longer than this; returns how many there are. Waits in real
   * time, because a stop must end even if a test's clock stands still.
   */
  int await(Duration atMost) {
    lock.lock();
    try {
      awaitNone(atMost.toNanos(), FIRST_REQUEST.toNanos());
      return count;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return count;
    } finally {
      lock.unlock();
    }
  }

  private void awaitNone(long nanos, long nanosForFirstRequests) throws InterruptedException {
    long waited = 0;
    while ((count > 0 && waited < nanos) || (unheard > 0 && waited < nanosForFirstRequests)) {
      long wait = (count > 0 ? nanos : nanosForFirstRequests) - waited;
      waited += wait - fewer.awaitNanos(wait);
    }
  }
}
