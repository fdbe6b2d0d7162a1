package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.events.EventFeed;
import swarmd.json.TaskJson;
import swarmd.swarm.Store;
import swarmd.swarm.TaskEvent;

@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "Shows what has happened, and with -f what happens.")
final class EventsCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");

  private static final int PAGE = 500;

  private final Context context;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until Ctrl-C.")
  private boolean follow;

  @Option(names = "-n", paramLabel = "N", defaultValue = "20", description = "The last N (20).")
  private int count;

  @Option(names = "--since", paramLabel = "ID", description = "All after this event.")
  private Optional<Long> since = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Only this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  EventsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<String> only = project.map(name -> context.project(Optional.of(name)));
    long last = printStored(only);
    if (follow) {
      follow(last, only);
    }
    return 0;
  }

  /** Returns the newest event that has been printed or passed over. */
  private long printStored(Optional<String> only) throws InterruptedException {
    Store<?, ?> store = context.services().store();
    if (since.isEmpty()) {
      long newest = context.await(store.read(snapshot -> snapshot.tasks().lastEventId()));
      print(
          context.await(
              store.read(snapshot -> snapshot.tasks().latestEvents(only, newest, count))));
      return newest;
    }
    long last = since.get();
    while (true) {
      long from = last;
      List<TaskEvent> page =
          context.await(store.read(snapshot -> snapshot.tasks().eventsAfter(from, only, PAGE)));
      if (page.isEmpty()) {
        return last;
      }
      print(page);
      last = page.get(page.size() - 1).id();
    }
  }

  private void follow(long last, Optional<String> only) throws InterruptedException {
    BlockingQueue<Delivery> arriving = new LinkedBlockingQueue<>();
    EventFeed.Subscription subscription =
        context
            .services()
            .events()
            .follow(
                Optional.of(last),
                only,
                events -> {
                  Delivery delivery = new Delivery(events, new CompletableFuture<>());
                  arriving.add(delivery);
                  return delivery.printed;
                });
    try {
      while (true) {
        Delivery delivery = arriving.take();
        print(delivery.events);
        delivery.printed.complete(null);
      }
    } finally {
      subscription.end();
    }
  }

  private record Delivery(List<TaskEvent> events, CompletableFuture<Void> printed) {}

  private void print(List<TaskEvent> events) {
    for (TaskEvent event : events) {
      context.terminal().println(json ? TaskJson.event(event).toString() : line(event));
    }
  }

  private String line(TaskEvent event) {
    String time = TIME.format(Instant.ofEpochMilli(event.at()).atZone(ZoneId.systemDefault()));
    String subject =
        event.taskId().map(id -> "task " + id).orElse("swarm " + event.swarm())
            + event.agent().map(agent -> " by " + agent).orElse("");
    String note = event.note().map(text -> ": " + text).orElse("");
    return cell("%6d  %s  %-14s  %s  %s%s"
            .formatted(event.id(), time, event.kind().label(), event.project(), subject, note))
        .text();
  }
}
