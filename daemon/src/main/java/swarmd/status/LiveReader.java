package swarmd.status;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import swarmd.common.InvalidValue;
import swarmd.common.NumberRange;
import swarmd.hooks.HookLogQueries;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.BriefTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.TitledEvent;
import swarmd.time.Time;

/** Reads what a page shows besides the status. How much it reads does not grow with the load. */
public final class LiveReader {
  public static final NumberRange LIMIT = new NumberRange("limit", 1, 1_000);
  public static final int DEFAULT = 100;

  /** Hook events are kept for longer, but a chart of a day would tell little. */
  public static final NumberRange MINUTES = new NumberRange("minutes", 1, 24 * 60);

  public static final int DEFAULT_MINUTES = 60;

  private static final int MAX_TASKS = 200;
  private static final int MAX_EVENTS = 50;
  private static final long MINUTE_MILLIS = 60_000;

  private final Store store;
  private final Time time;

  public LiveReader(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** The last task event and the last hook event that a page has seen. */
  public record Position(long event, long hook) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    public static Position parse(String text) {
      Matcher found = FORM.matcher(text);
      if (!found.matches()) {
        throw new InvalidValue("Last-Event-ID", "must be an id of this stream, not '" + text + "'");
      }
      return new Position(Long.parseLong(found.group(1)), Long.parseLong(found.group(2)));
    }

    @Override
    public String toString() {
      return event + "-" + hook;
    }
  }

  /**
   * What happened between two positions.
   *
   * @param tasks as they are now; empty if there are too many
   * @param events the newest ones, oldest first
   * @param hooks the newest ones, oldest first
   */
  public record Changes(
      Position from,
      Position to,
      boolean tooManyTasks,
      List<BriefTask> tasks,
      List<TitledEvent> events,
      List<HookLogQueries.Entry> hooks) {

    public long eventsLeftOut() {
      return to.event - from.event - events.size();
    }

    public long hooksLeftOut() {
      return to.hook - from.hook - hooks.size();
    }
  }

  /**
   * The changes since each of these positions, all up to the same one.
   *
   * @param current the position of those who have none
   */
  public record Read(Position current, Map<Position, Changes> changes) {}

  public CompletableFuture<Read> read(Set<Position> since) {
    return store.read(
        snapshot -> {
          Position now =
              new Position(
                  snapshot.get(TaskQueries.class).lastEventId(),
                  snapshot.get(HookLogQueries.class).lastId());
          return new Read(
              now,
              since.stream()
                  .collect(
                      Collectors.toMap(Function.identity(), from -> changes(snapshot, from, now))));
        });
  }

  private Changes changes(Snapshot snapshot, Position from, Position now) {
    TaskQueries tasks = snapshot.get(TaskQueries.class);
    List<Task> changed =
        now.event > from.event ? tasks.changedAfter(from.event, MAX_TASKS + 1) : List.of();
    boolean tooMany = changed.size() > MAX_TASKS;
    return new Changes(
        from,
        now,
        tooMany,
        tooMany ? List.of() : BriefTask.of(changed, tasks, time.millis()),
        now.event > from.event
            ? tasks.latestTitled(Optional.empty(), from.event, MAX_EVENTS)
            : List.of(),
        now.hook > from.hook ? hooksAfter(snapshot, from) : List.of());
  }

  private static List<HookLogQueries.Entry> hooksAfter(Snapshot snapshot, Position from) {
    return snapshot
        .get(HookLogQueries.class)
        .latest(Optional.empty(), Optional.empty(), MAX_EVENTS)
        .stream()
        .filter(entry -> entry.id() > from.hook)
        .toList();
  }

  public CompletableFuture<List<TitledEvent>> latestEvents(Optional<String> project, int limit) {
    LIMIT.check(limit);
    return store.read(snapshot -> snapshot.get(TaskQueries.class).latestTitled(project, 0, limit));
  }

  public CompletableFuture<List<HookLogQueries.Entry>> latestHooks(
      Optional<String> project, Optional<String> session, Optional<String> type, int limit) {
    LIMIT.check(limit);
    return store.read(
        snapshot -> snapshot.get(HookLogQueries.class).latest(project, session, type, limit));
  }

  /** How long hook events took, by type, and by type and minute. */
  public record Latency(List<HookLogQueries.Summary> types, List<HookLogQueries.Minute> minutes) {}

  public CompletableFuture<Latency> latency(Optional<String> project, long minutes) {
    MINUTES.check(minutes);
    return store.read(
        snapshot -> {
          long since = time.millis() - minutes * MINUTE_MILLIS;
          HookLogQueries hooks = snapshot.get(HookLogQueries.class);
          return new Latency(
              hooks.summariesSince(project, since), hooks.minutesSince(project, since));
        });
  }
}
