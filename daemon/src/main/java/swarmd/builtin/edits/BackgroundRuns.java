package swarmd.builtin.edits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.builtin.edits.ToolRuns.Run;
import swarmd.builtin.shell.ShellCommand;
import swarmd.common.LruMap;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.time.Time;

/**
 * Commands that go on after the host has reported their end. For a while, each further tool of
 * their agent is an occasion to see what they have written meanwhile.
 */
final class BackgroundRuns {
  private static final int MAX_CONVERSATIONS = 100;
  private static final int MAX_JOBS = 5;

  /** Listing the files before has a price, and agents use many tools. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** A single &, or a program that detaches another. */
  private static final Pattern DETACHED =
      Pattern.compile(
          "(?<![&<>|\\\\])&(?![&>])|\\b(?:nohup|setsid|disown|daemonize|systemd-run|batch|at|coproc)\\b");

  private final Map<Conversation, List<Job>> jobs = new LruMap<>(MAX_CONVERSATIONS);
  private final Map<Conversation, Long> looked = new LruMap<>(MAX_CONVERSATIONS);
  private final Time time;

  BackgroundRuns(Time time) {
    this.time = time;
  }

  /**
   * A command, and the files of others as they were when somebody last looked.
   *
   * @param command as the agent wrote it
   */
  record Job(Run run, String command, OwnedFiles before) {
    private boolean isSame(Job other) {
      return run.equals(other.run) && command.equals(other.command);
    }
  }

  /** Whether the command of this event may go on when it is reported as ended. */
  static boolean isIn(HookEvent event) {
    return Boolean.TRUE.equals(event.object("tool_input").get("run_in_background"))
        || Boolean.TRUE.equals(event.object("tool_input").get("is_background"))
        || DETACHED.matcher(ShellCommand.asWritten(event)).find();
  }

  synchronized void add(HookEvent event, Job job) {
    List<Job> all =
        jobs.computeIfAbsent(Conversation.of(event).orElseThrow(), key -> new ArrayList<>());
    if (all.size() >= MAX_JOBS) {
      all.remove(0);
    }
    all.add(job);
  }

  /** The job to look at with this event, one after the other. */
  synchronized Optional<Job> next(HookEvent event) {
    Conversation conversation = Conversation.of(event).orElseThrow();
    List<Job> all = jobs.get(conversation);
    if (all == null) {
      return Optional.empty();
    }
    long now = time.millis();
    all.removeIf(job -> job.run.start() + ToolRuns.LONGEST.toMillis() < now);
    if (all.isEmpty()) {
      jobs.remove(conversation);
      return Optional.empty();
    }
    if (now - looked.getOrDefault(conversation, 0L) < PAUSE.toMillis()) {
      return Optional.empty();
    }
    looked.put(conversation, now);
    all.add(all.remove(0));
    return Optional.of(all.get(all.size() - 1));
  }

  /** Remembers the state of the files, so that each change is reported once. */
  synchronized void seen(HookEvent event, Job job, OwnedFiles now) {
    List<Job> all = jobs.get(Conversation.of(event).orElseThrow());
    if (all != null) {
      all.replaceAll(each -> each.isSame(job) ? new Job(job.run, job.command, now) : each);
    }
  }
}
