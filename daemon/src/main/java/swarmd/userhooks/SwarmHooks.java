package swarmd.userhooks;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.common.Cause;
import swarmd.common.NamedThreads;
import swarmd.hooks.HookEvent;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.Project;
import swarmd.store.Store;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/**
 * Runs the user's hooks for what happens to tasks and swarms, and for what needs the person.
 * Nothing waits for them: events are queued when they are stored, and hooks run one event after
 * another.
 */
public final class SwarmHooks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SwarmHooks.class);

  /** Events that come faster than hooks run; older ones are dropped. */
  static final int MAX_QUEUED = 1_000;

  /** What is older is history, such as what a team did while this daemon was away. */
  static final Duration NEWS = Duration.ofMinutes(10);

  /** How often it is looked for what needs the person. */
  static final Duration LOOK = Duration.ofSeconds(15);

  private static final int MAX_NOTE = 4_000;

  private final HookConfigs configs;
  private final HookPlanner planner;
  private final HookRunner runner;
  private final Store store;
  private final Supplier<CompletableFuture<List<PersonNeed>>> needs;
  private final Time time;
  private final Executor threads = NamedThreads.unlimited("swarm-hook");

  /** By project; all that a team does is an event here, and most of it is of few projects. */
  private final TtlCache<String, Optional<String>> folders;

  private final Deque<TaskEvent> queue = new ArrayDeque<>();
  private boolean running;
  private long dropped;
  private Set<String> told = Set.of();
  private boolean stopped;

  /**
   * Something that goes on only if the person does something.
   *
   * @param key the same as long as it lasts
   * @param kind a word for it
   * @param text the same in one line
   * @param command what to type, if that helps
   */
  public record PersonNeed(
      String key, String kind, String text, Optional<String> command, Optional<String> project) {}

  /**
   * @param needs what needs the person now
   */
  public SwarmHooks(
      HookConfigs configs,
      HookPlanner planner,
      HookRunner runner,
      Store store,
      Supplier<CompletableFuture<List<PersonNeed>>> needs,
      Time time) {
    this.configs = configs;
    this.planner = planner;
    this.runner = runner;
    this.store = store;
    this.needs = needs;
    this.time = time;
    folders = new TtlCache<>(this::readFolder, time);
    store.onCommit(TaskEvent.class, this::onCommit);
  }

  /** Starts to look for what needs the person. */
  public void start() {
    time.after(LOOK, this::look);
  }

  @Override
  public synchronized void close() {
    stopped = true;
    queue.clear();
  }

  private void onCommit(List<TaskEvent> events) {
    long oldest = time.millis() - NEWS.toMillis();
    synchronized (this) {
      for (TaskEvent event : events) {
        if (event.at() >= oldest && SwarmEventName.of(event.kind()).isPresent()) {
          queue.addLast(event);
        }
      }
      while (queue.size() > MAX_QUEUED) {
        queue.removeFirst();
        dropped++;
      }
      if (running || queue.isEmpty() || stopped) {
        return;
      }
      running = true;
    }
    threads.execute(this::drain); // not on the thread that stores
  }

  /** Each event is over before the one after it begins. */
  private void drain() {
    for (Optional<TaskEvent> event = take(); event.isPresent(); event = take()) {
      CompletableFuture<?> done =
          CompletableFuture.completedFuture(event.get())
              .thenCompose(this::run)
              .handle(SwarmHooks::reported);
      if (!done.isDone()) {
        done.whenComplete((over, failure) -> threads.execute(this::drain));
        return;
      }
    }
  }

  private static boolean reported(Object done, Throwable failure) {
    if (failure != null) {
      log.warn("Hooks for an event of a task failed", Cause.of(failure));
    }
    return failure == null;
  }

  private Optional<TaskEvent> take() {
    Optional<TaskEvent> event;
    long lost;
    synchronized (this) {
      event = Optional.ofNullable(queue.pollFirst());
      running = event.isPresent();
      lost = dropped;
      dropped = 0;
    }
    if (lost > 0) {
      log.warn("Hooks missed {} events of tasks, because they came too fast", lost);
    }
    return event;
  }

  private CompletableFuture<?> run(TaskEvent event) {
    SwarmEventName name = SwarmEventName.of(event.kind()).orElseThrow();
    return folder(event.project())
        .thenCompose(
            folder ->
                configs
                    .of(folder)
                    .thenCompose(
                        hooks ->
                            isWanted(name, hooks)
                                ? task(event)
                                    .thenCompose(
                                        found ->
                                            found.triedAgain
                                                ? CompletableFuture.completedFuture(
                                                    HookReport.NOTHING)
                                                : start(
                                                    event(name, event, folder, found.task), hooks))
                                : CompletableFuture.completedFuture(HookReport.NOTHING)));
  }

  /** Most users have no such hook: then the task is not even read. */
  private boolean isWanted(SwarmEventName name, ProjectHooks hooks) {
    EventKey key = EventKey.ofSwarm(name);
    return hooks.config().enabled()
        && (!hooks.config().groups(key).isEmpty()
            || planner.plugins().stream().anyMatch(plugin -> key.isAmong(plugin.events())));
  }

  private CompletableFuture<HookReport> start(HookEvent event, ProjectHooks hooks) {
    return runner.run(planner.plan(event, hooks.config()), event);
  }

  /**
   * The task of an event.
   *
   * @param triedAgain whether the event is a failure after which the task is claimable again by
   *     itself: then it has not failed yet
   */
  private record Subject(Optional<Task> task, boolean triedAgain) {
    static final Subject NONE = new Subject(Optional.empty(), false);
  }

  private CompletableFuture<Subject> task(TaskEvent event) {
    return event.taskId().isEmpty()
        ? CompletableFuture.completedFuture(Subject.NONE)
        : store.read(
            snapshot -> {
              TaskQueries queries = snapshot.get(TaskQueries.class);
              long id = event.taskId().get();
              return new Subject(
                  queries.find(id),
                  event.kind() == TaskEvent.Kind.FAILED
                      && isTriedAgain(event, queries.history(id)));
            });
  }

  /** The daemon appends both events together, so no other one is between them. */
  private static boolean isTriedAgain(TaskEvent failure, List<TaskEvent> history) {
    return history.stream()
        .filter(event -> event.id() > failure.id())
        .findFirst()
        .filter(next -> next.kind() == TaskEvent.Kind.RETRIED && next.by().isEmpty())
        .isPresent();
  }

  /** The main work tree of a project, by its id. */
  private CompletableFuture<Optional<String>> folder(String project) {
    return isFolder(project)
        ? CompletableFuture.completedFuture(Optional.of(project))
        : folders.of(project);
  }

  private CompletableFuture<Optional<String>> readFolder(String project) {
    return store.read(
        snapshot ->
            snapshot.get(BindingQueries.class).projects().stream()
                .filter(known -> known.id().equals(project))
                .map(Project::folder)
                .findFirst());
  }

  private static boolean isFolder(String text) {
    try {
      return Path.of(text).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static HookEvent event(
      SwarmEventName name, TaskEvent event, Optional<String> folder, Optional<Task> task) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(
        "message",
        name.sentence(event.agent(), event.taskId(), task.map(Task::title), event.swarm()));
    fields.put("swarm", event.swarm());
    event.taskId().ifPresent(id -> fields.put("task", id));
    task.ifPresent(found -> fields.put("title", found.title()));
    event.agent().ifPresent(agent -> fields.put("agent", agent));
    event.session().ifPresent(session -> fields.put("session_id", session));
    event.note().ifPresent(note -> fields.put("note", Cut.to(MAX_NOTE, note)));
    if (name == SwarmEventName.TASK_DONE) {
      task.flatMap(Task::result).ifPresent(text -> fields.put("result", Cut.to(MAX_NOTE, text)));
      task.flatMap(Task::checked)
          .ifPresent(checked -> checked.commit().ifPresent(id -> fields.put("commit", id)));
    }
    fields.put("at", event.at());
    return event(name, event.project(), folder, fields);
  }

  private static HookEvent event(
      SwarmEventName name, String project, Optional<String> folder, Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("hook_event_name", name.label());
    all.put("project", project);
    folder.ifPresent(path -> all.put("cwd", path));
    all.putAll(fields);
    return new HookEvent(
        HostProfiles.GENERIC,
        name.label(),
        EventKind.OTHER,
        Optional.empty(),
        Optional.empty(),
        folder,
        Optional.of(project),
        folder,
        Set.of(),
        all,
        Map.of());
  }

  /** Looks only if the user's own file has a hook for it, so that it costs others nothing. */
  private void look() {
    synchronized (this) {
      if (stopped) {
        return;
      }
    }
    configs
        .of(Optional.empty())
        .thenCompose(
            hooks ->
                isWanted(SwarmEventName.NEEDS_PERSON, hooks)
                    ? needs.get().thenCompose(found -> tell(found, hooks))
                    : CompletableFuture.completedFuture(null))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.warn("Hooks for what needs the person failed", Cause.of(failure));
              }
              time.after(LOOK, this::look);
            });
  }

  /** Each need is told once, and again if it was gone meanwhile. */
  private CompletableFuture<?> tell(List<PersonNeed> found, ProjectHooks hooks) {
    Set<String> before = told;
    told = found.stream().map(PersonNeed::key).collect(Collectors.toSet());
    CompletableFuture<?> all = CompletableFuture.completedFuture(null);
    for (PersonNeed need : found) {
      if (!before.contains(need.key())) {
        all =
            all.thenCompose(done -> folderOf(need))
                .thenCompose(folder -> start(event(need, folder), hooks));
      }
    }
    return all;
  }

  private CompletableFuture<Optional<String>> folderOf(PersonNeed need) {
    return need.project().isEmpty()
        ? CompletableFuture.completedFuture(Optional.empty())
        : folder(need.project().get());
  }

  private static HookEvent event(PersonNeed need, Optional<String> folder) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("message", need.text());
    fields.put("need", need.kind());
    need.command().ifPresent(command -> fields.put("command", command));
    return event(SwarmEventName.NEEDS_PERSON, need.project().orElse(""), folder, fields);
  }
}
