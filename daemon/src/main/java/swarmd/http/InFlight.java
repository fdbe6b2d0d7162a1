package swarmd.http;

import java.time.Duration;

/** How many requests wait for their answer. Streams do not count: they end when the server does. */
final class InFlight {
  private int count;
  private volatile boolean ending;

  /** From now on an answer is the last of its connection. */
  void announceEnd() {
    ending = true;
  }

  boolean ending() {
    return ending;
  }

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  /** Waits until there is none, but not longer than this. */
  synchronized void await(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    try {
      for (long left = atMost.toMillis(); count > 0 && left > 0; ) {
        wait(left);
        left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
