package swarmd.builtin.edits;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.common.LruMap;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.time.Time;

/** Which agents have lately run shell commands and edited files; in memory only. */
final class ToolRuns {
  private static final int MAX_RUNS = 1_000;

  /** A run without an end was perhaps never permitted; hosts end a command after 10 minutes. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  /** Each may list thousands of files. */
  private static final int MAX_LISTS = 50;

  private final Map<Key, Run> runs = new LruMap<>(MAX_RUNS);
  private final Map<Key, OwnedFiles> before = new LruMap<>(MAX_LISTS);
  private final Time time;

  private record Key(Conversation conversation, String call) {}

  /**
   * A shell command or an edit.
   *
   * @param files that are edited; empty for a shell command
   * @param end empty while it runs
   */
  record Run(Conversation conversation, List<Path> files, long start, Optional<Long> end) {

    boolean overlaps(Run other) {
      return start <= other.last() && other.start <= last();
    }

    /** Whether it ran at this time, as far as the clock of the file system tells. */
    boolean includes(long at) {
      return start - SLACK <= at && at <= last() + SLACK;
    }

    private long last() {
      return end.orElse(start + LONGEST.toMillis());
    }
  }

  /** File systems round times, down to whole seconds in the worst case. */
  private static final long SLACK = 1_000;

  ToolRuns(Time time) {
    this.time = time;
  }

  synchronized void begin(HookEvent event, List<Path> files) {
    Key key = key(event);
    runs.put(key, new Run(key.conversation, files, time.millis(), Optional.empty()));
  }

  /** Keeps the files of others as they were before a command that may change some. */
  synchronized void remember(HookEvent event, OwnedFiles files) {
    before.put(key(event), files);
  }

  /** The run of this event, which goes on in the background. */
  synchronized Optional<Run> running(HookEvent event) {
    return Optional.ofNullable(runs.get(key(event)));
  }

  /** Empty if its beginning is unknown. */
  synchronized Optional<Run> end(HookEvent event) {
    return Optional.ofNullable(
        runs.computeIfPresent(
            key(event),
            (key, run) ->
                new Run(run.conversation, run.files, run.start, Optional.of(time.millis()))));
  }

  /** Returns and removes what was kept from before a run. */
  synchronized Optional<OwnedFiles> takeBefore(HookEvent event) {
    return Optional.ofNullable(before.remove(key(event)));
  }

  /** For a tool that does not run after all. */
  synchronized void forget(HookEvent event) {
    runs.remove(key(event));
    before.remove(key(event));
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  synchronized boolean any(Predicate<Run> condition) {
    return runs.values().stream().anyMatch(condition);
  }

  private static Key key(HookEvent event) {
    return new Key(
        Conversation.of(event).orElseThrow(),
        event.text("tool_use_id").orElseGet(() -> "tool:" + event.text("tool_name").orElse("")));
  }
}
