package swarmd.builtin.edits;

import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Map<Key, Run> runs = new LruMap<>(MAX_RUNS);
  private final Time time;

  private record Key(Conversation conversation, String call) {}

  /**
   * A shell command or an edit.
   *
   * @param file that is edited; empty for a shell command
   * @param before the files of others before a command that may change some
   * @param end empty while it runs
   */
  record Run(
      Conversation conversation,
      Optional<Path> file,
      Optional<OwnedFiles> before,
      long start,
      Optional<Long> end) {

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

  synchronized void begin(HookEvent event, Optional<Path> file, Optional<OwnedFiles> before) {
    Conversation conversation = Conversation.of(event).orElseThrow();
    runs.put(
        key(event, conversation),
        new Run(conversation, file, before, time.millis(), Optional.empty()));
  }

  /** Adds what is known a little later than the run itself. */
  synchronized void remember(HookEvent event, OwnedFiles before) {
    runs.computeIfPresent(
        key(event, Conversation.of(event).orElseThrow()),
        (key, run) -> new Run(run.conversation, run.file, Optional.of(before), run.start, run.end));
  }

  /** Empty if its beginning is unknown. */
  synchronized Optional<Run> end(HookEvent event) {
    return Optional.ofNullable(
        runs.computeIfPresent(
            key(event, Conversation.of(event).orElseThrow()),
            (key, run) ->
                new Run(
                    run.conversation,
                    run.file,
                    Optional.empty(),
                    run.start,
                    Optional.of(time.millis()))));
  }

  /** The list of files from before a run, the first time that it is asked for. */
  synchronized Optional<OwnedFiles> takeBefore(HookEvent event) {
    Run run = runs.get(key(event, Conversation.of(event).orElseThrow()));
    return run == null ? Optional.empty() : run.before;
  }

  synchronized boolean isEmpty() {
    return runs.isEmpty();
  }

  synchronized boolean any(Predicate<Run> condition) {
    return runs.values().stream().anyMatch(condition);
  }

  private static Key key(HookEvent event, Conversation conversation) {
    return new Key(
        conversation,
        event.text("tool_use_id").orElseGet(() -> "tool:" + event.text("tool_name").orElse("")));
  }
}
