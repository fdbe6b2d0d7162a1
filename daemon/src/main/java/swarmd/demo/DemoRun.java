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
import swarmd.demo.DemoState.AgentState;
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
 * Runs a swarm in a scratch folder. Only the agents are scripted: store, rules and leases are the
 * daemon's own, on the machine's clock.
 */
public final class DemoRun implements AutoCloseable {
  private static final int MAX_ROWS = 1_000;
  private static final long SHUTDOWN_SECONDS = 5;

  private final ScratchFolder folder;
  private final SqliteStore store;
  private final SystemTime time = new SystemTime();
  private final Tasks tasks;
  private final Tempo tempo;
  private final List<Agent> agents;
  private final ExecutorService threads = Executors.newCachedThreadPool(DemoRun::thread);
  private final CompletableFuture<Void> failure = new CompletableFuture<>();
  private final long startedAt = time.monotonicMillis();
  private final Set<String> reportedDeaths = new HashSet<>();
  private long lastEventId;
  private boolean finished;

  private DemoRun(ScratchFolder folder, Tempo tempo) {
    this.folder = folder;
    this.tempo = tempo;
    store = SqliteStore.open(folder.path().resolve("swarmd.db"));
    tasks = new Tasks(store, new TaskRules(() -> UUID.randomUUID().toString()), time);
    agents =
        Script.ROLES.stream().map(role -> new Agent(role, project(), tasks, time, tempo)).toList();
  }

  /** Creates the folder and the store; no agent runs yet. */
  public static DemoRun prepare(Tempo tempo) {
    ScratchFolder folder = ScratchFolder.create();
    try {
      return new DemoRun(folder, tempo);
    } catch (DatabaseUnusable e) {
      folder.close();
      throw new DemoFailed(e.getMessage(), e);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Adds the tasks and starts the agents, each once the previous one has a task. */
  public void begin() throws InterruptedException {
    tasks.start();
    await(tasks.add(project(), Script.TASKS))
        .orElseThrow(refused -> new DemoFailed(refused.message()));
    CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    for (Agent agent : agents) {
      turn.thenRun(() -> threads.execute(() -> run(agent)));
      turn = agent.firstClaim();
    }
  }

  private void run(Agent agent) {
    try {
      agent.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the demo has ended
    } catch (RuntimeException e) {
      failure.completeExceptionally(e);
    }
  }

  /** Lets the agents work. */
  public void pause(Duration duration) throws InterruptedException {
    time.sleep(duration);
  }

  /** Reads the current state; throws {@link DemoFailed} if the demo cannot finish. */
  public DemoState poll() throws InterruptedException {
    List<DemoEvent.Died> deaths = agents.stream().flatMap(agent -> agent.death().stream()).toList();
    Stored stored =
        await(
            store.read(
                snapshot ->
                    new Stored(
                        snapshot
                            .get(TaskQueries.class)
                            .eventsAfter(lastEventId, Optional.empty(), MAX_ROWS),
                        snapshot.get(TaskQueries.class).list(allTasks()))));
    List<DemoEvent> newEvents = new ArrayList<>();
    for (TaskEvent event : stored.events) {
      newEvents.add(new DemoEvent.Stored(event));
      lastEventId = event.id();
    }
    deaths.stream().filter(death -> reportedDeaths.add(death.agent())).forEach(newEvents::add);
    newEvents.sort(Comparator.comparingLong(DemoEvent::at));
    checkProgress(stored.events);
    return new DemoState(
        time.millis(),
        newEvents,
        stored.tasks,
        agents.stream().map(agent -> agentState(agent, deaths, stored.tasks)).toList());
  }

  private void checkProgress(List<TaskEvent> events) throws InterruptedException {
    if (happened(events, Kind.SWARM_COMPLETE)) {
      finished = true;
      tasks.stop(); // releases the agents that wait for work
    } else if (happened(events, Kind.SWARM_STUCK)) {
      throw new DemoFailed("the swarm is stuck");
    } else if (failure.isDone()) {
      await(failure);
    } else if (!finished && remainingMillis() <= 0) {
      throw overdue();
    }
  }

  private static boolean happened(List<TaskEvent> events, Kind kind) {
    return events.stream().anyMatch(event -> event.kind() == kind);
  }

  /** From deaths that are older than the tasks: an agent that is dead has claimed its task. */
  private static AgentState agentState(Agent agent, List<DemoEvent.Died> deaths, List<Task> tasks) {
    Optional<DemoEvent.Died> death =
        deaths.stream().filter(each -> each.agent().equals(agent.name())).findFirst();
    Optional<Long> held =
        tasks.stream()
            .filter(task -> task.status() == TaskStatus.CLAIMED)
            .filter(task -> task.agent().equals(Optional.of(agent.name())))
            .map(Task::id)
            .findFirst();
    return new AgentState(
        agent.name(), death.map(DemoEvent.Died::task).or(() -> held), death.isPresent());
  }

  /** Whether the last poll found the swarm complete. */
  public boolean finished() {
    return finished;
  }

  private String project() {
    return folder.path().toString();
  }

  private static TaskFilter allTasks() {
    return TaskFilter.of(Optional.empty(), Optional.empty(), Optional.empty(), 0, MAX_ROWS);
  }

  private long remainingMillis() {
    return startedAt + tempo.limit().toMillis() - time.monotonicMillis();
  }

  private DemoFailed overdue() {
    return new DemoFailed("it did not finish within " + tempo.limit().toSeconds() + " s");
  }

  private <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(Math.max(1, remainingMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw overdue();
    } catch (ExecutionException e) {
      throw new DemoFailed(e.getCause().getMessage(), e.getCause());
    }
  }

  /** Cleans up on its own thread, because the caller may be interrupted. */
  @Override
  public void close() {
    CompletableFuture.runAsync(this::cleanUp, action -> thread(action).start()).join();
  }

  private void cleanUp() {
    try (folder;
        store;
        time) {
      threads.shutdownNow();
      threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
      tasks.stop();
    } catch (InterruptedException e) {
      throw new IllegalStateException("bug: nobody interrupts this thread", e);
    }
  }

  private static Thread thread(Runnable action) {
    return new Thread(action, "demo");
  }

  private record Stored(List<TaskEvent> events, List<Task> tasks) {}
}
