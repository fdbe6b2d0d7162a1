package swarmd.daemon;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
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

  /** While there is work, a heap can grow by a hundred megabytes in one interval. */
  private static final int LOOKS_AT_WORK = 8;

  /** A heap of less than so many times what it had at first is not worth a collection. */
  static final int GROWTH_AT_FIRST = 2;

  /** A heap that has not grown by half since the last collection is needed. */
  private static final double GROWTH = 1.5;

  /** As long as this is an idle time. */
  static final int LOOKS_PER_WINDOW = 10;

  /** Sessions that only exist still cost some memory. */
  static final int COLLECTIONS_WHEN_IDLE = 2;

  /** After fewer, there is little to give back. A full collection takes 20 to 50 ms. */
  static final int COLLECTIONS_OF_WORK = 10;

  private final Heap heap;
  private final Supplier<CompletableFuture<Void>> caches;
  private final Executor background;
  private final Time time;
  private volatile long needed;
  private volatile long collectionsAtRest;
  private long collectionsAtLook;
  private long collectionsBefore;
  private int looks;
  private volatile boolean closed;

  /** The heap that is kept small. */
  interface Heap {
    /** In bytes, when the JVM started. */
    long initialSize();

    /** In bytes. */
    long size();

    /** How often the JVM has collected garbage, which it rarely does while nothing happens. */
    long collections();

    /** Collects all garbage and gives memory back, but for some room to work in. */
    void collect();

    /** The same without the room, for a time in which nothing happens. */
    void shrink();
  }

  /**
   * @param caches empties what need not stay in memory while nothing happens
   */
  HeapKeeper(Heap heap, Supplier<CompletableFuture<Void>> caches, Executor background, Time time) {
    this.heap = heap;
    this.caches = caches;
    this.background = background;
    this.time = time;
  }

  static HeapKeeper ofThisProcess(
      Supplier<CompletableFuture<Void>> caches, Executor background, Time time) {
    return new HeapKeeper(new OwnHeap(), caches, background, time);
  }

  private static final class OwnHeap implements Heap {
    /** In percent of the heap. With little room, a daemon at work would collect all the time. */
    private static final String LEAST_ROOM = "MinHeapFreeRatio";

    private static final String MOST_ROOM = "MaxHeapFreeRatio";

    @Override
    public long initialSize() {
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getInit();
    }

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

    @Override
    public void shrink() {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      String least = options.getVMOption(LEAST_ROOM).getValue();
      String most = options.getVMOption(MOST_ROOM).getValue();
      options.setVMOption(LEAST_ROOM, "1");
      options.setVMOption(MOST_ROOM, "2");
      try {
        System.gc();
      } finally {
        options.setVMOption(MOST_ROOM, most);
        options.setVMOption(LEAST_ROOM, least);
      }
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
    long collections = heap.collections();
    if (hasBecomeIdle(collections)) {
      inBackground(this::rest);
    } else {
      limitSize();
    }
    if (collections - collectionsAtLook >= COLLECTIONS_OF_WORK) {
      for (int i = 1; i < LOOKS_AT_WORK; i++) {
        time.after(INTERVAL.dividedBy(LOOKS_AT_WORK).multipliedBy(i), this::limitSize);
      }
    }
    collectionsAtLook = collections;
    time.after(INTERVAL, this::look);
  }

  private void limitSize() {
    long size = heap.size();
    if (!closed && size > GROWTH_AT_FIRST * heap.initialSize() && size > GROWTH * needed) {
      inBackground(this::collect);
    }
  }

  /** Once after each time of work. */
  private boolean hasBecomeIdle(long collections) {
    looks++;
    if (looks < LOOKS_PER_WINDOW) {
      return false;
    }
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
    caches
        .get()
        .whenCompleteAsync(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Not all caches were emptied: {}", failure.toString());
              }
              measured(heap::shrink);
              collectionsAtRest = heap.collections();
            },
            background);
  }

  private void collect() {
    measured(heap::collect);
  }

  private void measured(Runnable collection) {
    long before = heap.size();
    collection.run();
    needed = heap.size();
    log.debug("The heap shrank from {} to {} MB", before >> 20, needed >> 20);
  }

  @Override
  public void close() {
    closed = true;
  }
}
