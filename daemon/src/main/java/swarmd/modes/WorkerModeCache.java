package swarmd.modes;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.modes.ModeRules.Owner;
import swarmd.store.Store;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** Which sessions are in a mode with workers, read from the store once a second at most. */
final class WorkerModeCache {
  private final Store store;
  private final Time time;
  private final TtlCache<Owner, Optional<Mode>> bySession;

  WorkerModeCache(Store store, Time time) {
    this.store = store;
    this.time = time;
    bySession = new TtlCache<>(this::read, time);
  }

  CompletableFuture<Optional<Mode>> of(Owner owner) {
    return bySession.of(owner);
  }

  private CompletableFuture<Optional<Mode>> read(Owner owner) {
    return store.read(
        snapshot ->
            snapshot
                .get(ModeQueries.class)
                .list(Optional.of(owner.project()), Optional.of(owner.session()))
                .stream()
                .filter(active -> active.mode().hasWorkers() && !active.stale(time.millis()))
                .map(ActiveMode::mode)
                .findFirst());
  }

  /** Modes have started or ended. */
  void clear() {
    bySession.forgetAll();
  }
}
