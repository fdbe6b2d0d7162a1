package swarmd.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.common.NumberRange;
import swarmd.events.EventFeed;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.store.Store;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;

@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "Shows what happened to tasks and in hooks; -f follows.")
final class EventsCommand implements Callable<Integer> {
  private static final NumberRange COUNT = NumberRange.atLeast("n", 0);
  private static final int PAGE = 500;
  private static final long HOOKS_INTERVAL_MS = 500;

  private final Context context;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until Ctrl-C.")
  private boolean follow;

  @Option(names = "-n", paramLabel = "N", defaultValue = "20", description = "The last N (20).")
  private int count;

  @Option(names = "--since", paramLabel = "ID", description = "All task events after this one.")
  private Optional<Long> since = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Only this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--session", paramLabel = "ID", description = "Only this session's hooks.")
  private Optional<String> session = Optional.empty();

  @Option(names = "--tasks", description = "Only what happened to tasks.")
  private boolean tasksOnly;

  @Option(names = "--hooks", description = "Only hook events.")
  private boolean hooksOnly;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  EventsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    COUNT.check(count);
    since.ifPresent(EventFeed.SINCE::check);
    Optional<String> only = project.map(name -> context.project(Optional.of(name)));
    List<EventLine> lines = new ArrayList<>();
    long lastTask = showsTasks() ? readTasks(only, lines) : Long.MAX_VALUE;
    long lastHook = showsHooks() ? readHooks(only, lines) : Long.MAX_VALUE;
    lines.sort(Comparator.comparingLong(EventLine::at));
    print(lines.subList(Math.max(0, lines.size() - count), lines.size()));
    if (follow) {
      context.watching().run(() -> follow(lastTask, lastHook, only));
    }
    return 0;
  }

  private boolean showsTasks() {
    return !hooksOnly && session.isEmpty();
  }

  private boolean showsHooks() {
    return !tasksOnly && since.isEmpty();
  }

  /** Returns the newest event that has been read or passed over. */
  private long readTasks(Optional<String> only, List<EventLine> lines) throws InterruptedException {
    Store store = context.services().store();
    if (since.isEmpty()) {
      long newest =
          context.await(store.read(snapshot -> snapshot.get(TaskQueries.class).lastEventId()));
      context
          .await(
              store.read(
                  snapshot -> snapshot.get(TaskQueries.class).latestEvents(only, newest, count)))
          .forEach(event -> lines.add(EventLine.of(event)));
      return newest;
    }
    long last = since.get();
    while (true) {
      long from = last;
      List<TaskEvent> page =
          context.await(
              store.read(
                  snapshot -> snapshot.get(TaskQueries.class).eventsAfter(from, only, PAGE)));
      if (page.isEmpty()) {
        return last;
      }
      print(page.stream().map(EventLine::of).toList());
      last = page.get(page.size() - 1).id();
    }
  }

  private long readHooks(Optional<String> only, List<EventLine> lines) throws InterruptedException {
    List<Entry> latest =
        context.await(
            context
                .services()
                .store()
                .read(snapshot -> snapshot.get(HookLogQueries.class).latest(only, session, count)));
    latest.forEach(entry -> lines.add(EventLine.of(entry)));
    return latest.isEmpty() ? 0 : latest.get(latest.size() - 1).id();
  }

  private void follow(long lastTask, long lastHook, Optional<String> only)
      throws InterruptedException {
    BlockingQueue<Delivery> arriving = new LinkedBlockingQueue<>();
    EventFeed.Subscription subscription =
        context
            .services()
            .events()
            .follow(
                Optional.of(lastTask),
                only,
                events -> {
                  Delivery delivery = new Delivery(events, new CompletableFuture<>());
                  arriving.add(delivery);
                  return delivery.printed;
                });
    try {
      long hooksSeen = lastHook;
      while (true) {
        Delivery delivery = arriving.poll(HOOKS_INTERVAL_MS, TimeUnit.MILLISECONDS);
        if (delivery != null) {
          print(delivery.events.stream().map(EventLine::of).toList());
          delivery.printed.complete(null);
        }
        hooksSeen = showsHooks() ? printHooksAfter(hooksSeen, only) : hooksSeen;
      }
    } finally {
      subscription.end();
    }
  }

  private long printHooksAfter(long id, Optional<String> only) throws InterruptedException {
    List<Entry> fresh =
        context.await(
            context
                .services()
                .store()
                .read(
                    snapshot -> snapshot.get(HookLogQueries.class).after(id, only, session, PAGE)));
    print(fresh.stream().map(EventLine::of).toList());
    return fresh.isEmpty() ? id : fresh.get(fresh.size() - 1).id();
  }

  private record Delivery(List<TaskEvent> events, CompletableFuture<Void> printed) {}

  private void print(List<EventLine> lines) {
    lines.forEach(line -> context.terminal().println(json ? line.json().toString() : line.text()));
  }
}
