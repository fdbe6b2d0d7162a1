package swarmd.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.cli.Terminal.Colour;
import swarmd.common.NumberRange;
import swarmd.events.EventFeed;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.json.Json;
import swarmd.sessions.SessionId;
import swarmd.store.Store;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;

@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "Shows what happened to tasks, and the hook events of sessions.")
final class EventsCommand implements Callable<PendingExit> {
  private static final NumberRange COUNT = NumberRange.atLeast("n", 0);
  private static final int PAGE = 500;
  private static final Duration HOOKS_INTERVAL = Duration.ofMillis(500);

  private final Context context;

  @Option(
      names = {"-f", "--follow"},
      description = "Show new events until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "20",
      description = "Show the last N events (20).")
  private int count;

  @Option(
      names = "--since",
      paramLabel = "ID",
      description = "Show all task events after this one.")
  private Optional<Long> since = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Show only this project.")
  private Optional<String> project = Optional.empty();

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "Show only the hooks of this session.")
  private Optional<String> session = Optional.empty();

  @Option(names = "--tasks", description = "Show only task events.")
  private boolean tasksOnly;

  @Option(names = "--hooks", description = "Show only hook events.")
  private boolean hooksOnly;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  EventsCommand(Context context) {
    this.context = context;
  }

  @Override
  public PendingExit call() throws InterruptedException {
    COUNT.check(count);
    since.ifPresent(EventFeed.SINCE::check);
    if (session.isPresent()) {
      session = Optional.of(context.fullSession(SessionId.check(session.get())));
    }
    Optional<String> projectFilter = project.map(name -> context.project(Optional.of(name)));
    List<EventLine> lines = new ArrayList<>();
    long lastTask = includesTasks() ? readTasks(projectFilter, lines) : Long.MAX_VALUE;
    long lastHook = includesHooks() ? readHooks(projectFilter, lines) : Long.MAX_VALUE;
    lines.sort(Comparator.comparingLong(EventLine::at));
    if (json) {
      print(last(lines));
    } else {
      printApart(lines);
    }
    return follow ? follow(lastTask, lastHook, projectFilter) : PendingExit.now(0);
  }

  private List<EventLine> last(List<EventLine> lines) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /** Hook events are many, so the tasks' stand by themselves, and last, where people look. */
  private void printApart(List<EventLine> lines) {
    List<EventLine> hooks = last(lines.stream().filter(EventLine::hook).toList());
    List<EventLine> tasks = last(lines.stream().filter(line -> !line.hook()).toList());
    boolean both = !hooks.isEmpty() && !tasks.isEmpty();
    if (both) {
      heading("HOOK EVENTS");
    }
    print(hooks);
    if (both) {
      context.terminal().println("");
      heading("TASK EVENTS");
    }
    print(tasks);
  }

  private void heading(String text) {
    context.terminal().println(context.terminal().paint(Colour.DIM, text));
  }

  private boolean includesTasks() {
    return !hooksOnly && session.isEmpty();
  }

  private boolean includesHooks() {
    return !tasksOnly && since.isEmpty();
  }

  /** Returns the id of the newest event that was read or skipped. */
  private long readTasks(Optional<String> projectFilter, List<EventLine> lines)
      throws InterruptedException {
    Store store = context.services().store();
    if (since.isEmpty()) {
      long newest =
          context.await(store.read(snapshot -> snapshot.get(TaskQueries.class).lastEventId()));
      lines.addAll(
          context.await(
              store
                  .read(
                      snapshot ->
                          snapshot
                              .get(TaskQueries.class)
                              .latestEvents(projectFilter, newest, count))
                  .thenCompose(this::lines)));
      return newest;
    }
    long last = since.get();
    while (true) {
      long from = last;
      List<TaskEvent> page =
          context.await(
              store.read(
                  snapshot ->
                      snapshot.get(TaskQueries.class).eventsAfter(from, projectFilter, PAGE)));
      if (page.isEmpty()) {
        return last;
      }
      context.await(lines(page).thenCompose(this::print));
      last = page.get(page.size() - 1).id();
    }
  }

  /** With the titles of the tasks. */
  private CompletableFuture<List<EventLine>> lines(List<TaskEvent> events) {
    List<Long> ids = events.stream().flatMap(event -> event.taskId().stream()).distinct().toList();
    return context
        .services()
        .store()
        .read(
            snapshot -> {
              Map<Long, String> titles = new HashMap<>();
              TaskQueries tasks = snapshot.get(TaskQueries.class);
              ids.forEach(id -> tasks.find(id).ifPresent(task -> titles.put(id, task.title())));
              return events.stream()
                  .map(event -> EventLine.of(event, titles, context.terminal()))
                  .toList();
            });
  }

  private long readHooks(Optional<String> projectFilter, List<EventLine> lines)
      throws InterruptedException {
    List<Entry> latest =
        context.await(
            context
                .services()
                .store()
                .read(
                    snapshot ->
                        snapshot.get(HookLogQueries.class).latest(projectFilter, session, count)));
    latest.forEach(entry -> lines.add(EventLine.of(entry, context.terminal())));
    return latest.isEmpty() ? 0 : latest.get(latest.size() - 1).id();
  }

  private PendingExit follow(long lastTask, long lastHook, Optional<String> projectFilter) {
    PendingExit exit = context.liveCommands().begin();
    if (includesTasks()) {
      followTasks(lastTask, projectFilter, exit);
    }
    if (includesHooks()) {
      AtomicLong lastPrinted = new AtomicLong(lastHook);
      Repetition.start(
          exit,
          context.services().time(),
          HOOKS_INTERVAL,
          () -> printHooksAfter(lastPrinted, projectFilter));
    }
    return exit;
  }

  private void followTasks(long lastTask, Optional<String> projectFilter, PendingExit exit) {
    EventFeed.Subscription subscription =
        context
            .services()
            .events()
            .follow(
                Optional.of(lastTask),
                projectFilter,
                events -> lines(events).thenCompose(this::print));
    exit.onEnd(subscription::end);
    subscription
        .ended()
        .thenRun(
            () ->
                exit.completeExceptionally(
                    CommandFailed.because(
                        "the events can no longer be read; see: swarm daemon logs")));
  }

  private CompletableFuture<Void> printHooksAfter(
      AtomicLong lastPrinted, Optional<String> projectFilter) {
    return context
        .services()
        .store()
        .read(
            snapshot ->
                snapshot
                    .get(HookLogQueries.class)
                    .after(lastPrinted.get(), projectFilter, session, PAGE))
        .thenCompose(
            fresh -> {
              if (!fresh.isEmpty()) {
                lastPrinted.set(fresh.get(fresh.size() - 1).id());
              }
              return print(
                  fresh.stream().map(entry -> EventLine.of(entry, context.terminal())).toList());
            });
  }

  /** Completes when the lines are sent, so that a command never gets far ahead of its reader. */
  private CompletableFuture<Void> print(List<EventLine> lines) {
    if (!lines.isEmpty()) {
      context
          .terminal()
          .print(
              lines.stream()
                  .map(line -> (json ? Json.text(line.json()) : context.cut(line.text())) + "\n")
                  .collect(Collectors.joining()));
    }
    return context.terminal().sent();
  }
}
