package swarmd.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import swarmd.accounts.AccountPause;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookLogQueries.SessionKey;
import swarmd.modes.ModeQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.LivingSessions;
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
  private static final long MINUTE_MILLIS = 60_000;

  private final Store store;
  private final Supplier<DaemonInfo> daemon;
  private final IntSupplier connections;
  private final IntSupplier pendingWrites;
  private final Supplier<Set<String>> untrustedHooks;
  private final Supplier<List<AccountPause>> accounts;
  private final LivingSessions living;
  private final Supplier<Optional<TeamLink>> team;
  private final Time time;

  public StatusReader(
      Store store,
      Supplier<DaemonInfo> daemon,
      IntSupplier connections,
      IntSupplier pendingWrites,
      Supplier<Set<String>> untrustedHooks,
      Supplier<List<AccountPause>> accounts,
      LivingSessions living,
      Supplier<Optional<TeamLink>> team,
      Time time) {
    this.store = store;
    this.daemon = daemon;
    this.connections = connections;
    this.pendingWrites = pendingWrites;
    this.untrustedHooks = untrustedHooks;
    this.accounts = accounts;
    this.living = living;
    this.team = team;
    this.time = time;
  }

  /** How this workstation is connected to its team, if it is in one. */
  public Optional<TeamLink> team() {
    return team.get();
  }

  /** Reads the status of one project, or of all. */
  public CompletableFuture<Status> read(Optional<String> project) {
    return read(project, queries -> queries.summaries(project));
  }

  /** Reads what changes from one second to the next: all but the statistics of hook events. */
  public CompletableFuture<Status> readBrief() {
    return read(Optional.empty(), queries -> List.of());
  }

  private CompletableFuture<Status> read(
      Optional<String> project,
      Function<HookLogQueries, List<HookLogQueries.Summary>> hookStatistics) {
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
                  hookStatistics.apply(snapshot.get(HookLogQueries.class)),
                  pendingWrites.getAsInt(),
                  untrustedHooks.get().stream().sorted().toList(),
                  accounts.get(),
                  List.of(),
                  team.get(),
                  now);
          return status.withNeeds(
              Needs.of(
                  status,
                  underWay(snapshot, project),
                  failed(tasks, project, status),
                  living,
                  freeBytes(status.daemon().home())));
        });
  }

  private static Optional<Long> freeBytes(Path folder) {
    try {
      return Optional.of(Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      return Optional.empty(); // the system does not tell
    }
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

  private List<LiveSession> sessions(Snapshot snapshot, Optional<String> project, long now) {
    Map<SessionKey, Integer> events =
        snapshot.get(HookLogQueries.class).countsSince(now - MINUTE_MILLIS);
    return snapshot
        .get(SessionQueries.class)
        .live(project, now - Session.STALE.toMillis(), MAX_SESSIONS)
        .stream()
        .map(
            session -> {
              List<Subagent> subagents = running(snapshot, session, now);
              return new LiveSession(
                  session,
                  subagents,
                  snapshot.get(FileEditQueries.class).byAgent(session.project(), session.id()),
                  activities(session, subagents),
                  events.getOrDefault(new SessionKey(session.project(), session.id()), 0));
            })
        .toList();
  }

  private Map<String, Activity> activities(Session session, List<Subagent> subagents) {
    Map<String, Activity> found = new HashMap<>();
    found.put("", Activity.of(living, session, Optional.empty()));
    for (Subagent subagent : subagents) {
      found.put(subagent.id(), Activity.of(living, session, Optional.of(subagent.id())));
    }
    return found;
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
