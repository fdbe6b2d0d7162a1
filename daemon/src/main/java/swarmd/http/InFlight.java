package swarmd.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How many requests wait for their answer. Streams do not count: they end when the server does. */
final class InFlight {
  /** How long after it was accepted a connection may be silent before nothing more is expected. */
  private static final Duration FIRST_REQUEST = Duration.ofMillis(250);

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
  synchronized void arrive() {
    arrived++;
    unheard++;
  }

  /** Its first request is there, or will never come. */
  synchronized void heard() {
    unheard--;
    notifyAll();
  }

  /** All connections that were ever accepted. */
  synchronized long arrived() {
    return arrived;
  }

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  /** Waits until there is none, but not longer than this; returns how many there are. */
  synchronized int await(Duration atMost) {
    long now = System.nanoTime();
    long deadline = now + atMost.toNanos();
    long firstRequests = now + FIRST_REQUEST.toNanos();
    try {
      while ((count > 0 && now < deadline) || (unheard > 0 && now < firstRequests)) {
        long until = count > 0 ? deadline : firstRequests;
        TimeUnit.NANOSECONDS.timedWait(this, until - now);
        now = System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return count;
  }
}
