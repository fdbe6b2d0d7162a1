package swarmd.store.sqlite;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Waits for threads to end; an interrupt ends the waiting and is passed on. */
final class Threads {
  private Threads() {}

  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void await(ExecutorService threads, Duration atMost) {
    try {
      if (!threads.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
