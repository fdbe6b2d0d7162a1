package swarmd.files;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import swarmd.time.Time;

/**
 * What the disk says, kept ready for a second: who asks again within it costs the disk nothing.
 *
 * @param <K> what is looked at
 * @param <V> what is seen there
 */
public final class Looks<K, V> {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int KEPT = 1_000;

  private final Function<K, V> reading;
  private final Executor files;
  private final Time time;
  private final Map<K, Look<V>> looks = new ConcurrentHashMap<>();

  /**
   * @param reading looks at the disk
   * @param files runs it
   */
  public Looks(Function<K, V> reading, Executor files, Time time) {
    this.reading = reading;
    this.files = files;
    this.time = time;
  }

  private record Look<V>(long at, CompletableFuture<V> seen) {
    boolean isFresh(long now) {
      return now - at < FRESH.toMillis();
    }
  }

  /** Does not block; fails if the look does, or if too much is waiting to be done. */
  public CompletableFuture<V> of(K key) {
    long now = time.monotonicMillis();
    Look<V> known = looks.get(key);
    if (known != null && known.isFresh(now)) {
      return known.seen;
    }
    if (looks.size() >= KEPT) {
      looks.clear();
    }
    return looks.compute(
            key, (same, last) -> last != null && last.isFresh(now) ? last : look(same, now))
        .seen;
  }

  /** Who asks next looks again. */
  public void forget(K key) {
    looks.remove(key);
  }

  private Look<V> look(K key, long now) {
    try {
      return new Look<>(now, CompletableFuture.supplyAsync(() -> reading.apply(key), files));
    } catch (RejectedExecutionException e) {
      return new Look<>(now, CompletableFuture.failedFuture(e));
    }
  }
}
