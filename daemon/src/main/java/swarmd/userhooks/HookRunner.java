package swarmd.userhooks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.common.NamedThreads;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.time.Deadline;
import swarmd.time.Time;
import swarmd.userhooks.HookOutcome.TimedOut;
import swarmd.userhooks.HookReport.Ran;
import swarmd.userhooks.UserHook.Action;

/**
 * Runs the user's own hooks. Hooks of different events do not wait for each other: each has its own
 * threads, and once too many hang, further ones fail at once.
 */
public final class HookRunner implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HookRunner.class);

  /** Each takes up to four threads and two mebibytes. */
  static final int MAX_RUNNING = 256;

  private static final Duration NO_LIMIT = Duration.ofDays(365);

  private final Time time;
  private final Path defaultFolder;
  private final CommandRun commands;
  private final HttpRun http;
  private final PluginRun plugins;
  private final Semaphore freeSlots = new Semaphore(MAX_RUNNING);
  private volatile boolean closed;

  /**
   * @param defaultFolder where hooks of events without a directory run
   */
  public HookRunner(Plugins plugins, Path defaultFolder, Time time) {
    Executor threads = NamedThreads.unlimited("user-hook");
    this.time = time;
    this.defaultFolder = defaultFolder;
    commands = new CommandRun(threads, time);
    http = new HttpRun(threads, time);
    this.plugins = new PluginRun(plugins, time);
  }

  /** Runs hooks with only their own time limits. */
  public CompletableFuture<HookReport> run(HookPlan plan, HookEvent event) {
    return run(plan, event, NO_LIMIT);
  }

  /**
   * Runs hooks without blocking; the future never fails.
   *
   * @param totalLimit how long all of them together may take
   */
  public CompletableFuture<HookReport> run(HookPlan plan, HookEvent event, Duration totalLimit) {
    if (plan.hooks().isEmpty()) {
      return CompletableFuture.completedFuture(HookReport.NOTHING);
    }
    HookCall call =
        new HookCall(
            event,
            event.payloadForUserHooks(),
            event.folder().or(event::directory).map(Path::of).orElse(defaultFolder),
            Deadline.in(totalLimit, time));
    CompletableFuture<List<Ran>> ran =
        plan.sequential()
            ? new SequentialRun(this, plan.hooks(), call).start()
            : new ParallelRun(this, plan.hooks(), plan.maxConcurrent(), call).start();
    return ran.thenApply(hooks -> report(event, hooks));
  }

  private static HookReport report(HookEvent event, List<Ran> hooks) {
    HookReport report = new HookReport(merged(event, hooks), hooks);
    report.problems().ifPresent(problems -> log.warn("On {}: {}", event.label(), problems));
    return report;
  }

  /** A failed hook outweighs an approval of a permission, whatever the others' order is. */
  private static HookResult merged(HookEvent event, List<Ran> hooks) {
    if (!event.is(EventKind.PERMISSION_REQUEST)) {
      return ResultMerge.merge(event, results(event, hooks.stream()));
    }
    HookResult answered =
        ResultMerge.merge(event, results(event, hooks.stream().filter(Ran::answered)));
    return results(event, hooks.stream().filter(ran -> !ran.answered())).stream()
        .reduce(answered, HookResult::and);
  }

  private static List<HookResult> results(HookEvent event, Stream<Ran> hooks) {
    return hooks.map(ran -> ran.outcome().toResult(ran.hook(), event)).toList();
  }

  CompletableFuture<Ran> start(UserHook hook, HookCall call) {
    long started = time.nanos();
    return outcome(hook, call)
        .thenApply(outcome -> new Ran(hook, outcome, Duration.ofNanos(time.nanos() - started)));
  }

  private CompletableFuture<HookOutcome> outcome(UserHook hook, HookCall call) {
    Duration left = call.until().left(time);
    if (left.isZero()) {
      return CompletableFuture.completedFuture(TimedOut.beforeStart());
    }
    if (hook.timeout().compareTo(left) <= 0) {
      return begin(hook, call);
    }
    TimedOut late = TimedOut.after(left);
    return begin(hook.within(left), call)
        .thenApply(outcome -> outcome.equals(late) ? late.atLimitOfEvent() : outcome);
  }

  private CompletableFuture<HookOutcome> begin(UserHook hook, HookCall call) {
    if (closed) {
      return failed("swarmd is stopping");
    }
    if (!freeSlots.tryAcquire()) {
      return failed("too many hooks are running (" + MAX_RUNNING + ")");
    }
    try {
      RunningHook running = running(hook, call);
      running.gone().whenComplete((done, failure) -> freeSlots.release());
      return running.outcome();
    } catch (RuntimeException | Error e) { // no more threads, for example
      freeSlots.release();
      return failed(e.toString());
    }
  }

  private static CompletableFuture<HookOutcome> failed(String reason) {
    return CompletableFuture.completedFuture(new HookOutcome.Failed(reason));
  }

  private RunningHook running(UserHook hook, HookCall call) {
    if (hook.action() instanceof Action.Command command) {
      return commands.start(hook, command.line(), call);
    }
    if (hook.action() instanceof Action.Http post) {
      return http.start(hook, post, call);
    }
    return plugins.start(hook, ((Action.Plugin) hook.action()).className(), call);
  }

  /** The number of hooks that are running or being stopped. */
  int running() {
    return MAX_RUNNING - freeSlots.availablePermits();
  }

  /** Stops the commands that are running. */
  @Override
  public void close() {
    closed = true;
    commands.close();
  }
}
