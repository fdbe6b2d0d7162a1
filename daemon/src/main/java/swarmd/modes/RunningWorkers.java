package swarmd.modes;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import swarmd.store.Store;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** The running workers of each project, read from the store once a second at most. */
final class RunningWorkers {
  private final Store store;
  private final Time time;
  private final TtlCache<String, List<RunningWorker>> byProject;

  RunningWorkers(Store store, Time time) {
    this.store = store;
    this.time = time;
    byProject = new TtlCache<>(this::read, time);
  }

  CompletableFuture<List<RunningWorker>> in(String project) {
    return byProject.of(project);
  }

  private CompletableFuture<List<RunningWorker>> read(String project) {
    return store.read(
        snapshot ->
            snapshot.get(ModeQueries.class).list(Optional.of(project), Optional.empty()).stream()
                .filter(active -> !active.stale(time.millis()))
                .flatMap(RunningWorkers::of)
                .toList());
  }

  private static Stream<RunningWorker> of(ActiveMode active) {
    return active.state() instanceof UltrapilotState ultrapilot
        ? ultrapilot.running().stream()
            .filter(worker -> !worker.files().isEmpty())
            .map(worker -> new RunningWorker(active.session(), worker.name(), worker.files()))
        : Stream.empty();
  }

  /** Modes have changed. */
  void clear() {
    byProject.forgetAll();
  }
}
