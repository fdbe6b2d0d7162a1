package swarmd.common;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that end with the daemon, whatever they wait for. */
public final class NamedThreads {
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
}
