package swarmd.modes;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import swarmd.modes.ModeRules.Owner;
import swarmd.swarm.Store;
import swarmd.time.Time;

/** Which sessions are in a mode with workers, looked up once a second at most. */
final class WorkerModes {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int REMEMBERED = 1_000;

  private final Store<?, ? extends ModeSnapshot> store;
  private final Time time;
  private final Map<Owner, Look> looks = new ConcurrentHashMap<>();

  WorkerModes(Store<?, ? extends ModeSnapshot> store, Time time) {
    this.store = store;
    this.time = time;
  }

  private record Look(long at, CompletableFuture<Optional<Mode>> found) {
    boolean isFresh(long now) {
      return now - at < FRESH.toMillis() && !found.isCompletedExceptionally();
    }
  }

  CompletableFuture<Optional<Mode>> of(Owner owner) {
    long now = time.monotonicMillis();
    Look known = looks.get(owner);
    if (known != null && known.isFresh(now)) {
      return known.found;
    }
    if (looks.size() >= REMEMBERED) {
      looks.clear();
    }
    Look look = new Look(now, look(owner));
    looks.put(owner, look);
    return look.found;
  }

  private CompletableFuture<Optional<Mode>> look(Owner owner) {
    return store.read(
        snapshot ->
            snapshot
                .modes()
                .list(Optional.of(owner.project()), Optional.of(owner.session()))
                .stream()
                .filter(active -> active.mode().hasWorkers() && !active.stale(time.millis()))
                .map(ActiveMode::mode)
                .findFirst());
  }

  /** Modes have begun or ended. */
  void forget() {
    looks.clear();
  }
}
