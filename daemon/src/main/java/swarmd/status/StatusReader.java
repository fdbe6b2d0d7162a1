package swarmd.status;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import swarmd.hooks.HookLogQueries;
import swarmd.modes.ModeQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SessionQueries.UnderWay;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentQueries;
import swarmd.status.Status.LiveSession;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;
import swarmd.time.Time;

/** Collects the status from the store and the daemon. */
public final class StatusReader {
  private static final int MAX_CLAIMS = 200;
  private static final int MAX_SESSIONS = 100;
  private static final int MAX_FAILED = 100;

  private final Store store;
  private final Supplier<DaemonInfo> daemon;
  private final IntSupplier connections;
  private final IntSupplier pendingWrites;
  private final Supplier<Set<String>> untrustedHooks;
  private final Time time;

  public StatusReader(
      Store store,
      Supplier<DaemonInfo> daemon,
      IntSupplier connections,
      IntSupplier pendingWrites,
      Supplier<Set<String>> untrustedHooks,
      Time time) {
    this.store = store;
    this.daemon = daemon;
    this.connections = connections;
    this.pendingWrites = pendingWrites;
    this.untrustedHooks = untrustedHooks;
    this.time = time;
  }

  /** Reads the status of one project, or of all. */
  public CompletableFuture<Status> read(Optional<String> project) {
    return store.read(
        snapshot -> {
          long now = time.millis();
          TaskQueries tasks = snapshot.get(TaskQueries.class);
          List<SwarmSummary> swarms = tasks.summaries(project);
          Status status =
              new Status(
                  daemon.get(),
                  connections.getAsInt(),
                  total(swarms),
                  swarms,
                  tasks.claimed(project, MAX_CLAIMS),
                  sessions(snapshot, project, now),
                  snapshot.get(ModeQueries.class).list(project, Optional.empty()),
                  snapshot.get(HookLogQueries.class).summaries(project),
                  pendingWrites.getAsInt(),
                  untrustedHooks.get().stream().sorted().toList(),
                  List.of(),
                  now);
          return status.withNeeds(
              Needs.of(status, underWay(snapshot, project), failed(tasks, project, status)));
        });
  }

  private static List<UnderWay> underWay(Snapshot snapshot, Optional<String> project) {
    return snapshot.get(SessionQueries.class).underWay().stream()
        .filter(session -> project.isEmpty() || project.get().equals(session.project()))
        .toList();
  }

  private static List<Task> failed(TaskQueries tasks, Optional<String> project, Status status) {
    return status.tasks().get(TaskStatus.FAILED) == 0
        ? List.of()
        : tasks.list(
            TaskFilter.of(
                project, Optional.empty(), Optional.of(TaskStatus.FAILED), 0, MAX_FAILED));
  }

  private static List<LiveSession> sessions(Snapshot snapshot, Optional<String> project, long now) {
    return snapshot
        .get(SessionQueries.class)
        .live(project, now - Session.STALE.toMillis(), MAX_SESSIONS)
        .stream()
        .map(
            session ->
                new LiveSession(
                    session,
                    running(snapshot, session, now),
                    snapshot.get(FileEditQueries.class).counts(session.project(), session.id())))
        .toList();
  }

  private static List<Subagent> running(Snapshot snapshot, Session session, long now) {
    return snapshot.get(SubagentQueries.class).running(session.project(), session.id()).stream()
        .filter(subagent -> !subagent.stale(now))
        .toList();
  }

  private static Map<TaskStatus, Long> total(List<SwarmSummary> swarms) {
    Map<TaskStatus, Long> total = new EnumMap<>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      total.put(status, swarms.stream().mapToLong(swarm -> swarm.count(status)).sum());
    }
    return total;
  }
}
