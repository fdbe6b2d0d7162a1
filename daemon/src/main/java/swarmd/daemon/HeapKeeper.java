package swarmd.daemon;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.time.Time;

/**
 * Keeps the heap near what the daemon needs. Newer JVMs let the old generation grow up to the limit
 * before they look for garbage in it, and keep what they have taken.
 */
final class HeapKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HeapKeeper.class);

  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Not worth a collection. */
  static final long SMALL = 48L << 20;

  /** A heap that has not grown by half since the last collection is needed. */
  private static final double GROWTH = 1.5;

  private final LongSupplier size;
  private final Runnable collection;
  private final Executor background;
  private final Time time;
  private volatile long needed;
  private volatile boolean closed;

  /**
   * @param size of the heap, in bytes
   * @param collection collects all garbage and gives memory back
   */
  HeapKeeper(LongSupplier size, Runnable collection, Executor background, Time time) {
    this.size = size;
    this.collection = collection;
    this.background = background;
    this.time = time;
  }

  static HeapKeeper ofThisProcess(Executor background, Time time) {
    return new HeapKeeper(Runtime.getRuntime()::totalMemory, System::gc, background, time);
  }

  /** Looks every few seconds from now on. */
  void start() {
    time.after(INTERVAL, this::look);
  }

  private void look() {
    if (closed) {
      return;
    }
    if (size.getAsLong() > Math.max(SMALL, GROWTH * needed)) {
      try {
        background.execute(this::collect);
      } catch (RejectedExecutionException e) {
        log.debug("The background threads are busy; the next look comes anyway");
      }
    }
    time.after(INTERVAL, this::look);
  }

  private void collect() {
    long before = size.getAsLong();
    collection.run();
    needed = size.getAsLong();
    log.debug("The heap shrank from {} to {} MB", before >> 20, needed >> 20);
  }

  @Override
  public void close() {
    closed = true;
  }
}
