package swarmd.userhooks;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.common.Futures;
import swarmd.common.LruMap;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookResult;
import swarmd.hooks.ToolTimeouts;
import swarmd.userhooks.ProjectHooks.State;
import swarmd.userhooks.UserHook.Behaviour;

/** Runs the user's own hooks for every event. */
public final class UserHooks implements HookHandler {
  private static final Logger log = LoggerFactory.getLogger(UserHooks.class);
  private static final int REMEMBERED_SESSIONS = 1_000;

  /** Hooks are stopped this long before the event's own limit, to leave time for the answer. */
  private static final Duration MARGIN = Duration.ofMillis(300);

  private final HookConfigs configs;
  private final HookPlanner planner;
  private final HookRunner runner;
  private final ToolBarrier barrier;
  private final StopHookHolds holds;
  private final HookLimits limits;
  private final ToolTimeouts timeouts;
  private final OncePerToolUse once = new OncePerToolUse();
  private final Set<String> sentNotices =
      Collections.newSetFromMap(new LruMap<>(REMEMBERED_SESSIONS));
  private final Set<String> untrusted = ConcurrentHashMap.newKeySet();

  public UserHooks(
      HookConfigs configs,
      HookPlanner planner,
      HookRunner runner,
      ToolBarrier barrier,
      StopHookHolds holds,
      HookLimits limits,
      ToolTimeouts timeouts) {
    this.configs = configs;
    this.planner = planner;
    this.runner = runner;
    this.barrier = barrier;
    this.holds = holds;
    this.limits = limits;
    this.timeouts = timeouts;
  }

  @Override
  public String name() {
    return "user-hooks";
  }

  @Override
  public String description() {
    return "runs your own hooks (swarm hooks status)";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (event.is(EventKind.OTHER) && SwarmEventName.isOne(event.name())) {
      return HookResult.SILENCE; // only swarmd itself knows of these
    }
    return Futures.then(configs.of(event.folder()), hooks -> answer(event, hooks));
  }

  /** Hooks that could not even be looked up are as late, or have failed, as any of them. */
  @Override
  public HookResult withoutAnswer(HookEvent event, String problem, boolean late) {
    HookConfig config = configs.lastKnown(event.folder());
    Behaviour behaviour = late ? config.onTimeout(event.kind()) : config.onFailure(event.kind());
    return config.enabled() && behaviour != Behaviour.IGNORE
        ? HookOutcome.unanswered(event, behaviour, "your hooks could not run: " + problem)
        : HookResult.NOTHING;
  }

  private CompletionStage<HookResult> answer(HookEvent event, ProjectHooks hooks) {
    if (planner.isIdle(hooks.config()) && barrier.isIdle()) {
      HookResult result = with(notice(event, hooks), withoutGuard(event, hooks));
      return result.isNothing() ? HookResult.SILENCE : CompletableFuture.completedFuture(result);
    }
    return run(event, hooks)
        .thenApply(result -> result.and(withoutGuard(event, hooks)))
        .thenCompose(result -> barrier.pass(event, result));
  }

  /** Approves nothing while a hook that should judge permission requests does not run. */
  private HookResult withoutGuard(HookEvent event, ProjectHooks hooks) {
    if (!event.is(EventKind.PERMISSION_REQUEST) || !hooks.config().enabled()) {
      return HookResult.NOTHING;
    }
    return hooks
        .lostGuard()
        .or(() -> unloadedPlugin())
        .map(reason -> HookOutcome.withdrawal(event, "swarmd: " + reason))
        .map(result -> result.withProblem(result.reason()))
        .orElse(HookResult.NOTHING);
  }

  private Optional<String> unloadedPlugin() {
    return planner.unloaded().stream()
        .findFirst()
        .map(jar -> "the plugin " + jar + " could not be loaded (see the daemon's log)");
  }

  private CompletableFuture<HookResult> run(HookEvent event, ProjectHooks hooks) {
    Optional<String> notice = notice(event, hooks);
    HookPlan plan = planner.plan(event, hooks.config());
    if (plan.hooks().isEmpty()) {
      return CompletableFuture.completedFuture(with(notice, HookResult.NOTHING));
    }
    Duration left = timeFor(event.kind(), limits);
    return once.run(event, () -> runner.run(plan, event, left).whenComplete(late(event)))
        .thenCompose(report -> holds.limit(event, report.result().withProblem(report.problems())))
        .thenApply(result -> with(notice, result));
  }

  /**
   * A hook is stopped before its event's limit, so the event itself is never late because of it.
   */
  private BiConsumer<HookReport, Throwable> late(HookEvent event) {
    return (report, failure) -> {
      if (report != null) {
        report.timeouts().ifPresent(error -> timeouts.onTimeout(event, error));
      }
    };
  }

  /** How long all of the user's hooks for an event may take together. */
  public static Duration timeFor(EventKind kind, HookLimits limits) {
    return limits.of(kind).minus(MARGIN);
  }

  private static HookResult with(Optional<String> notice, HookResult result) {
    return notice
        .map(text -> HookResult.NOTHING.withSystemMessage(text).and(result))
        .orElse(result);
  }

  /** Tells the user, once per session, about hooks that are not trusted or cannot be read. */
  private Optional<String> notice(HookEvent event, ProjectHooks hooks) {
    boolean needsTrust = hooks.trust() == State.UNTRUSTED || hooks.trust() == State.CHANGED;
    trackTrust(hooks, needsTrust);
    if (event.session().isEmpty() || !needsTrust && hooks.broken().isEmpty()) {
      return Optional.empty();
    }
    String session = event.session().get();
    Stream<String> broken =
        hooks.broken().stream()
            .filter(file -> isFirst(session, file.path()))
            .map(
                file ->
                    "swarmd: no hook in %s runs; see: swarm hooks status".formatted(file.path()));
    Stream<String> untrusted =
        needsTrust && isFirst(session, hooks.hash().orElse(""))
            ? Stream.of(untrusted(hooks.trust()))
            : Stream.empty();
    return Stream.concat(broken, untrusted).reduce((first, next) -> first + "\n" + next);
  }

  private static String untrusted(State trust) {
    return "swarmd: the hooks and checks of this project %s and do not run; review them with: swarm hooks trust"
        .formatted(
            trust == State.CHANGED ? "have changed since you trusted them" : "are not trusted");
  }

  /** Projects with events whose hooks do not run because they are not trusted. */
  public Set<String> untrusted() {
    return Set.copyOf(untrusted);
  }

  private void trackTrust(ProjectHooks hooks, boolean needsTrust) {
    if (hooks.project().isEmpty()) {
      return;
    }
    if (!needsTrust) {
      untrusted.remove(hooks.project().get());
    } else if (untrusted.size() < REMEMBERED_SESSIONS && untrusted.add(hooks.project().get())) {
      log.warn("The hooks of {} do not run: they are not trusted", hooks.project().get());
    }
  }

  private synchronized boolean isFirst(String session, String topic) {
    return sentNotices.add(session + " " + topic);
  }
}
