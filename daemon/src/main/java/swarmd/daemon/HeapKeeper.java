package swarmd.daemon;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.time.Time;

/**
 * Keeps the heap near what the daemon needs. Newer JVMs let the old generation grow up to the limit
 * before they look for garbage in it, and keep what they have taken. After work, once nothing more
 * happens, everything is collected, and caches are emptied.
 */
final class HeapKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HeapKeeper.class);

  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Not worth a collection. */
  static final long SMALL = 24L << 20;

  /** A heap that has not grown by half since the last collection is needed. */
  private static final double GROWTH = 1.5;

  /** As long as this is an idle time. */
  static final int LOOKS_PER_WINDOW = 10;

  /** Sessions that only exist still cost some memory. */
  static final int COLLECTIONS_WHEN_IDLE = 2;

  /** After fewer, there is little to give back. A full collection takes 20 to 50 ms. */
  static final int COLLECTIONS_OF_WORK = 10;

  private final Heap heap;
  private final Runnable caches;
  private final Executor background;
  private final Time time;
  private volatile long needed;
  private volatile long collectionsAtRest;
  private long collectionsBefore;
  private int looks;
  private volatile boolean closed;

  /** The heap that is kept small. */
  interface Heap {
    /** In bytes. */
    long size();

    /** How often the JVM has collected garbage, which it rarely does while nothing happens. */
    long collections();

    /** Collects all garbage and gives memory back. */
    void collect();
  }

  /**
   * @param caches empties what need not stay in memory while nothing happens
   */
  HeapKeeper(Heap heap, Runnable caches, Executor background, Time time) {
    this.heap = heap;
    this.caches = caches;
    this.background = background;
    this.time = time;
  }

  static HeapKeeper ofThisProcess(Runnable caches, Executor background, Time time) {
    return new HeapKeeper(new OwnHeap(), caches, background, time);
  }

  private static final class OwnHeap implements Heap {
    @Override
    public long size() {
      return Runtime.getRuntime().totalMemory();
    }

    @Override
    public long collections() {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .mapToLong(GarbageCollectorMXBean::getCollectionCount)
          .sum();
    }

    @Override
    public void collect() {
      System.gc();
    }
  }

  /** Looks every few seconds from now on. */
  void start() {
    time.after(INTERVAL, this::look);
  }

  private void look() {
    if (closed) {
      return;
    }
    if (hasBecomeIdle()) {
      inBackground(this::rest);
    } else if (heap.size() > Math.max(SMALL, GROWTH * needed)) {
      inBackground(this::collect);
    }
    time.after(INTERVAL, this::look);
  }

  /** Once after each time of work. */
  private boolean hasBecomeIdle() {
    looks++;
    if (looks < LOOKS_PER_WINDOW) {
      return false;
    }
    long collections = heap.collections();
    boolean idle = collections - collectionsBefore <= COLLECTIONS_WHEN_IDLE;
    looks = 0;
    collectionsBefore = collections;
    return idle && collections - collectionsAtRest >= COLLECTIONS_OF_WORK;
  }

  private void inBackground(Runnable step) {
    try {
      background.execute(step);
    } catch (RejectedExecutionException e) {
      log.debug("The background threads are busy; the next look comes anyway");
    }
  }

  private void rest() {
    caches.run();
    collect();
    collectionsAtRest = heap.collections();
  }

  private void collect() {
    long before = heap.size();
    heap.collect();
    needed = heap.size();
    log.debug("The heap shrank from {} to {} MB", before >> 20, needed >> 20);
  }

  @Override
  public void close() {
    closed = true;
  }
}
