package swarmd.files;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.NamedThreads;
import swarmd.time.Time;

/**
 * Threads for files: a few for each lane. A thread that reads from a dead mount cannot be stopped,
 * so all that can be done is to spend no more threads on it.
 */
public final class LaneThreads implements FileLanes, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LaneThreads.class);

  /** Less than a hook may take, so that an event learns of it in time. */
  public static final Duration UNRESPONSIVE = Duration.ofSeconds(4);

  /**
   * How long a lane is only suspected of not responding. A thread that has just finished, or that
   * stood still together with the whole process, needs a moment to say so.
   */
  static final Duration GRACE = Duration.ofMillis(500);

  static final int THREADS_PER_LANE = 2;
  static final int MAX_WAITING = 1_000;
  private static final int MAX_THREADS = 256;

  private final Time time;
  private final NetworkMounts mounts;
  private final ExecutorService threads = threads();
  private final Map<String, Lane> lanes = new HashMap<>();

  public LaneThreads(Time time) {
    this.time = time;
    mounts = new NetworkMounts(threads, time);
  }

  /** Ends with the daemon, whatever the threads wait for. */
  private static ExecutorService threads() {
    return new ThreadPoolExecutor(
        0,
        MAX_THREADS,
        30,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        NamedThreads.factory("files"));
  }

  /** The work of one folder, guarded by the lock on all lanes. */
  private static final class Lane {
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    /** When each thread began with what it does now. */
    private final Map<Worker, Long> busySince = new HashMap<>();

    /** When it first seemed not to respond, unless a thread has come back since. */
    private Optional<Long> suspectedSince = Optional.empty();

    boolean isFull() {
      return busySince.size() == THREADS_PER_LANE;
    }

    boolean isUnresponsive(long now) {
      if (busySince.values().stream().anyMatch(since -> now - since < UNRESPONSIVE.toMillis())) {
        return false;
      }
      suspectedSince = suspectedSince.or(() -> Optional.of(now));
      return now - suspectedSince.get() >= GRACE.toMillis();
    }
  }

  /** The folders of one network mount share a lane, because they fail together. */
  @Override
  public Executor of(String folder) {
    String name = mounts.around(folder).orElse(folder);
    return task -> execute(name, task);
  }

  private synchronized void execute(String name, Runnable task) {
    Lane lane = lanes.computeIfAbsent(name, key -> new Lane());
    if (!lane.isFull()) {
      start(new Worker(name, lane, task));
    } else if (lane.isUnresponsive(time.monotonicMillis())) {
      throw new RejectedExecutionException("the files in " + name + " do not respond");
    } else if (lane.waiting.size() >= MAX_WAITING) {
      throw new RejectedExecutionException("too many requests wait for the files in " + name);
    } else {
      lane.waiting.add(task);
    }
  }

  private void start(Worker worker) {
    worker.lane.busySince.put(worker, time.monotonicMillis());
    try {
      threads.execute(worker);
    } catch (RejectedExecutionException e) {
      end(worker);
      throw e;
    }
  }

  private void end(Worker worker) {
    worker.lane.busySince.remove(worker);
    if (worker.lane.busySince.isEmpty()) {
      lanes.remove(worker.name);
    }
  }

  private synchronized Optional<Runnable> next(Worker worker) {
    worker.lane.suspectedSince = Optional.empty();
    Optional<Runnable> next = Optional.ofNullable(worker.lane.waiting.poll());
    if (next.isPresent()) {
      worker.lane.busySince.put(worker, time.monotonicMillis());
    } else {
      end(worker);
    }
    return next;
  }

  /** The number of lanes that are at work. */
  synchronized int lanes() {
    return lanes.size();
  }

  /** Does the work of a lane until none is left. */
  private final class Worker implements Runnable {
    private final String name;
    private final Lane lane;
    private final Runnable first;

    Worker(String name, Lane lane, Runnable first) {
      this.name = name;
      this.lane = lane;
      this.first = first;
    }

    @Override
    public void run() {
      Optional<Runnable> task = Optional.of(first);
      while (task.isPresent()) {
        try {
          task.get().run();
        } catch (RuntimeException | Error e) { // the lane has to go on
          log.error("Work on the files in {} failed", name, e);
        }
        task = next(this);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
