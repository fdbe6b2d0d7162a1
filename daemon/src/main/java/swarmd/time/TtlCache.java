package swarmd.time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * What the disk or the database says, kept ready for a second: who asks again within it costs
 * nothing. A look that has failed is not kept.
 *
 * @param <K> what is looked at
 * @param <V> what is seen there
 */
public final class TtlCache<K, V> {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int KEPT = 1_000;

  private final Function<K, CompletableFuture<V>> reading;
  private final Time time;
  private final Map<K, Look<V>> looks = new ConcurrentHashMap<>();
  private volatile long lastTidied;

  /**
   * @param reading begins to look
   */
  public TtlCache(Function<K, CompletableFuture<V>> reading, Time time) {
    this.reading = reading;
    this.time = time;
    lastTidied = time.monotonicMillis();
  }

  /**
   * @param reading looks at the disk
   * @param files runs it
   */
  public TtlCache(Function<K, V> reading, Executor files, Time time) {
    this(key -> started(reading, key, files), time);
  }

  private static <K, V> CompletableFuture<V> started(
      Function<K, V> reading, K key, Executor files) {
    try {
      return CompletableFuture.supplyAsync(() -> reading.apply(key), files);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private record Look<V>(long at, CompletableFuture<V> seen) {
    boolean isFresh(long now) {
      return now - at < FRESH.toMillis() && !seen.isCompletedExceptionally();
    }
  }

  /** Does not block; fails if the look does, or if too much is waiting to be done. */
  public CompletableFuture<V> of(K key) {
    long now = time.monotonicMillis();
    Look<V> known = looks.get(key);
    if (known != null && known.isFresh(now)) {
      return known.seen;
    }
    makeRoom(now);
    return looks.compute(
            key,
            (same, last) ->
                last != null && last.isFresh(now) ? last : new Look<>(now, reading.apply(same)))
        .seen;
  }

  /** What is over goes once a second at most; what is seen may be large. */
  private void makeRoom(long now) {
    if (now - lastTidied >= FRESH.toMillis()) {
      lastTidied = now;
      looks.values().removeIf(look -> !look.isFresh(now));
    }
    if (looks.size() >= KEPT) {
      looks.clear();
    }
  }

  /** How many looks are in memory. */
  int kept() {
    return looks.size();
  }

  /** Who asks next looks again. */
  public void forget(K key) {
    looks.remove(key);
  }

  /** Everybody looks again. */
  public void forgetAll() {
    looks.clear();
  }
}
