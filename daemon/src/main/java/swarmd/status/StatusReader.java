package swarmd.status;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import swarmd.swarm.Store;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskStatus;

/** Takes stock. */
public final class StatusReader {
  private static final int MAX_CLAIMS = 200;

  private final Store<?, ?> store;
  private final Supplier<DaemonInfo> daemon;
  private final IntSupplier connections;

  public StatusReader(Store<?, ?> store, Supplier<DaemonInfo> daemon, IntSupplier connections) {
    this.store = store;
    this.daemon = daemon;
    this.connections = connections;
  }

  /** Of one project, or of all. */
  public CompletableFuture<Status> read(Optional<String> project) {
    return store.read(
        snapshot -> {
          TaskQueries tasks = snapshot.tasks();
          List<SwarmSummary> swarms = tasks.summaries(project);
          return new Status(
              daemon.get(),
              connections.getAsInt(),
              total(swarms),
              swarms,
              tasks.claimed(project, MAX_CLAIMS));
        });
  }

  private static Map<TaskStatus, Long> total(List<SwarmSummary> swarms) {
    Map<TaskStatus, Long> total = new EnumMap<>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      total.put(status, swarms.stream().mapToLong(swarm -> swarm.count(status)).sum());
    }
    return total;
  }
}
