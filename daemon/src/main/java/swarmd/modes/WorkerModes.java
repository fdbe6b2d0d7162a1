package swarmd.modes;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.modes.ModeRules.Owner;
import swarmd.store.Store;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** Which sessions are in a mode with workers, looked up once a second at most. */
final class WorkerModes {
  private final Store store;
  private final Time time;
  private final TtlCache<Owner, Optional<Mode>> looks;

  WorkerModes(Store store, Time time) {
    this.store = store;
    this.time = time;
    looks = new TtlCache<>(this::look, time);
  }

  CompletableFuture<Optional<Mode>> of(Owner owner) {
    return looks.of(owner);
  }

  private CompletableFuture<Optional<Mode>> look(Owner owner) {
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

  /** Modes have begun or ended. */
  void forget() {
    looks.forgetAll();
  }
}
