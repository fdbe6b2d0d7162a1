package swarmd.time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Caches values from the disk or the database for a second. Failed loads are not cached.
 *
 * @param <K> the key
 * @param <V> the loaded value
 */
public final class TtlCache<K, V> {
  private static final Duration TTL = Duration.ofSeconds(1);
  private static final int MAX_ENTRIES = 1_000;

  private final Function<K, CompletableFuture<V>> loader;
  private final Time time;
  private final Map<K, Entry<V>> entries = new ConcurrentHashMap<>();
  private volatile long lastCleanup;

  /**
   * @param loader starts loading a value
   */
  public TtlCache(Function<K, CompletableFuture<V>> loader, Time time) {
    this.loader = loader;
    this.time = time;
    lastCleanup = time.monotonicMillis();
  }

  /**
   * @param loader loads a value; may block
   * @param executors where a key's loader runs
   */
  public TtlCache(Function<K, V> loader, Function<K, Executor> executors, Time time) {
    this(key -> load(loader, key, executors.apply(key)), time);
  }

  private static <K, V> CompletableFuture<V> load(Function<K, V> loader, K key, Executor executor) {
    try {
      return CompletableFuture.supplyAsync(() -> loader.apply(key), executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private record Entry<V>(long at, CompletableFuture<V> value) {
    boolean isFresh(long now) {
      return now - at < TTL.toMillis() && !value.isCompletedExceptionally();
    }
  }

  /** Does not block; fails if the loader does, or if the executor is full. */
  public CompletableFuture<V> of(K key) {
    long now = time.monotonicMillis();
    Entry<V> cached = entries.get(key);
    if (cached != null && cached.isFresh(now)) {
      return cached.value;
    }
    evict(now);
    return entries.compute(
            key,
            (same, last) ->
                last != null && last.isFresh(now) ? last : new Entry<>(now, loader.apply(same)))
        .value;
  }

  /** Removes expired entries at most once a second, because values may be large. */
  private void evict(long now) {
    if (now - lastCleanup >= TTL.toMillis()) {
      lastCleanup = now;
      entries.values().removeIf(entry -> !entry.isFresh(now));
    }
    if (entries.size() >= MAX_ENTRIES) {
      entries.clear();
    }
  }

  /** The number of entries in memory. */
  int size() {
    return entries.size();
  }

  /** The next call loads the value again. */
  public void forget(K key) {
    entries.remove(key);
  }

  /** All values are loaded again. */
  public void forgetAll() {
    entries.clear();
  }
}
