package swarmd.common;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that end with the daemon, whatever they wait for. */
public final class NamedThreads {
  private static final int KEEP_ALIVE_SECONDS = 30;

  private NamedThreads() {}

  /** Numbers its threads: "check-1". */
  public static ThreadFactory factory(String name) {
    AtomicLong number = new AtomicLong();
    return action -> {
      Thread thread = new Thread(action, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** As many as are needed, for callers that limit their own work. */
  public static ExecutorService unlimited(String name) {
    return new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), factory(name));
  }

  /**
   * At most this many, which wait for work in turn: the one that worked last is the next to work.
   * So little work stays on one thread, and with what that thread has at hand. Actions start in the
   * order in which they came.
   */
  public static ForkJoinPool lastUsedFirst(String name, int most) {
    AtomicLong number = new AtomicLong();
    return new ForkJoinPool(
        most,
        pool -> {
          ForkJoinWorkerThread thread =
              ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
          thread.setName(name + "-" + number.incrementAndGet());
          return thread;
        },
        null,
        true,
        0,
        most,
        1,
        null,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS);
  }
}
