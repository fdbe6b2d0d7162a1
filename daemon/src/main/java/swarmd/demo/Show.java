package swarmd.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import swarmd.demo.Look.Doing;
import swarmd.store.sqlite.DatabaseUnusable;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks;
import swarmd.time.SystemTime;

/**
 * A swarm at work in a folder of its own. Only the agents are scripted: store, rules and leases are
 * those of the daemon, on the machine's clock.
 */
public final class Show implements AutoCloseable {
  private static final int MORE_THAN_ENOUGH = 1_000;
  private static final long LAST_STEPS_SECONDS = 5;

  private final ScratchFolder folder;
  private final SqliteStore store;
  private final SystemTime time = new SystemTime();
  private final Tasks tasks;
  private final Tempo tempo;
  private final List<Agent> agents;
  private final ExecutorService threads = Executors.newCachedThreadPool(Show::thread);
  private final CompletableFuture<Void> failure = new CompletableFuture<>();
  private final long startedAt = time.monotonicMillis();
  private final Set<String> buried = new HashSet<>();
  private long seen;
  private boolean over;

  private Show(ScratchFolder folder, Tempo tempo) {
    this.folder = folder;
    this.tempo = tempo;
    store = SqliteStore.open(folder.path().resolve("swarmd.db"));
    tasks = new Tasks(store, new TaskRules(() -> UUID.randomUUID().toString()), time);
    agents =
        Script.ROLES.stream().map(role -> new Agent(role, project(), tasks, time, tempo)).toList();
  }

  /** Prepares everything; nothing happens yet. */
  public static Show prepare(Tempo tempo) {
    ScratchFolder folder = ScratchFolder.make();
    try {
      return new Show(folder, tempo);
    } catch (DatabaseUnusable e) {
      folder.close();
      throw new ShowFailed(e.getMessage(), e);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** The tasks are added, and the agents come in one after the other. */
  public void begin() throws InterruptedException {
    tasks.start();
    await(tasks.add(project(), Script.TASKS))
        .orElseThrow(refused -> new ShowFailed(refused.message()));
    CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    for (Agent agent : agents) {
      turn.thenRun(() -> threads.execute(() -> live(agent)));
      turn = agent.busy();
    }
  }

  private void live(Agent agent) {
    try {
      agent.live();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the show has ended
    } catch (RuntimeException e) {
      failure.completeExceptionally(e);
    }
  }

  /** Lets the agents work. */
  public void pause(Duration duration) throws InterruptedException {
    time.sleep(duration);
  }

  /** What the store says now; throws {@link ShowFailed} if the show cannot come to its end. */
  public Look look() throws InterruptedException {
    List<Moment.Died> deaths = agents.stream().flatMap(agent -> agent.death().stream()).toList();
    Stored stored =
        await(
            store.read(
                snapshot ->
                    new Stored(
                        snapshot
                            .get(TaskQueries.class)
                            .eventsAfter(seen, Optional.empty(), MORE_THAN_ENOUGH),
                        snapshot.get(TaskQueries.class).list(everything()))));
    List<Moment> fresh = new ArrayList<>();
    for (TaskEvent event : stored.events) {
      fresh.add(new Moment.Stored(event));
      seen = event.id();
    }
    deaths.stream().filter(death -> buried.add(death.agent())).forEach(fresh::add);
    fresh.sort(Comparator.comparingLong(Moment::at));
    judge(stored.events);
    return new Look(
        time.millis(),
        fresh,
        stored.tasks,
        agents.stream().map(agent -> doing(agent, stored.tasks)).toList());
  }

  private void judge(List<TaskEvent> events) throws InterruptedException {
    if (happened(events, Kind.SWARM_COMPLETE)) {
      over = true;
      tasks.stop(); // agents who wait for work go home
    } else if (happened(events, Kind.SWARM_STUCK)) {
      throw new ShowFailed("the swarm is stuck");
    } else if (failure.isDone()) {
      await(failure);
    } else if (!over && left() <= 0) {
      throw overdue();
    }
  }

  private static boolean happened(List<TaskEvent> events, Kind kind) {
    return events.stream().anyMatch(event -> event.kind() == kind);
  }

  private static Doing doing(Agent agent, List<Task> tasks) {
    Optional<Long> held =
        tasks.stream()
            .filter(task -> task.status() == TaskStatus.CLAIMED)
            .filter(task -> task.agent().equals(Optional.of(agent.name())))
            .map(Task::id)
            .findFirst();
    return new Doing(
        agent.name(),
        agent.death().map(Moment.Died::task).or(() -> held),
        agent.death().isPresent());
  }

  /** Whether the swarm is complete and has been looked at since. */
  public boolean over() {
    return over;
  }

  private String project() {
    return folder.path().toString();
  }

  private static TaskFilter everything() {
    return new TaskFilter(
        Optional.empty(), Optional.empty(), Optional.empty(), 0, MORE_THAN_ENOUGH);
  }

  private long left() {
    return startedAt + tempo.limit().toMillis() - time.monotonicMillis();
  }

  private ShowFailed overdue() {
    return new ShowFailed("it did not come to its end within " + tempo.limit().toSeconds() + " s");
  }

  private <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(Math.max(1, left()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw overdue();
    } catch (ExecutionException e) {
      throw new ShowFailed(e.getCause().getMessage(), e.getCause());
    }
  }

  /** Leaves nothing behind. On a thread of its own, as who calls it may be interrupted. */
  @Override
  public void close() {
    CompletableFuture.runAsync(this::cleanUp, action -> thread(action).start()).join();
  }

  private void cleanUp() {
    try (folder;
        store;
        time) {
      threads.shutdownNow();
      threads.awaitTermination(LAST_STEPS_SECONDS, TimeUnit.SECONDS);
      tasks.stop();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody knows this thread", e);
    }
  }

  private static Thread thread(Runnable action) {
    return new Thread(action, "demo");
  }

  private record Stored(List<TaskEvent> events, List<Task> tasks) {}
}
