package swarmd.builtin.context;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.HostProfile;
import swarmd.common.Outcome;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeGuide;
import swarmd.modes.Modes;
import swarmd.time.Time;

/** Suggests or starts ultraqa when a main agent's tests fail, once a session. */
public final class FailedTests implements HookHandler {
  private static final String KEY = "ultraqa suggested";

  private final Policy policy;
  private final Modes modes;
  private final DeliveryLog deliveries;
  private final Time time;

  /** What to do about failing tests. */
  public enum Policy {
    SUGGEST,
    AUTO,
    OFF;

    /** Parses the setting's value. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public FailedTests(Policy policy, Modes modes, DeliveryLog deliveries, Time time) {
    this.policy = policy;
    this.modes = modes;
    this.deliveries = deliveries;
    this.time = time;
  }

  @Override
  public String name() {
    return "failed-tests";
  }

  @Override
  public String description() {
    return "suggests ultraqa when a test command fails, once a session";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (policy == Policy.OFF
        || !event.hasSession()
        || event.agent().isPresent()
        || !ShellRun.failed(event)
        || ShellRun.of(event).filter(run -> TestCommand.isIn(run.command())).isEmpty()) {
      return HookResult.SILENCE;
    }
    return modes
        .list(event.project(), event.session())
        .thenCompose(active -> active.stream().anyMatch(this::isBusy) ? nothing() : news(event));
  }

  /** A mode of its own tells the session already what to do. */
  private boolean isBusy(ActiveMode active) {
    return !active.stale(time.millis());
  }

  private static CompletableFuture<HookResult> nothing() {
    return CompletableFuture.completedFuture(HookResult.NOTHING);
  }

  private CompletableFuture<HookResult> news(HookEvent event) {
    return deliveries
        .news(event, List.of(KEY))
        .thenCompose(
            news -> {
              if (news.isEmpty()) {
                return nothing();
              }
              return policy == Policy.AUTO ? start(event) : suggest(event.host());
            });
  }

  private static CompletableFuture<HookResult> suggest(HostProfile host) {
    String order =
        host.settings().flatMap(settings -> settings.commandFormat()).isPresent()
            ? "/ultraqa"
            : "ultraqa: make the tests pass";
    return CompletableFuture.completedFuture(
        HookResult.context(
                """
                swarmd: these tests fail. If they should pass, you can suggest to the person to \
                type `%s`: it keeps the session fixing until a check passes. \
                Do not start it yourself.\
                """
                    .formatted(order))
            .withSystemMessage(
                "swarmd: tests failed; %s keeps the session fixing until they pass"
                    .formatted(order)));
  }

  private CompletableFuture<HookResult> start(HookEvent event) {
    return modes
        .start(event.project().orElseThrow(), event.session().orElseThrow(), Mode.ULTRAQA, Map.of())
        .thenApply(
            outcome ->
                outcome instanceof Outcome.Ok<ActiveMode> ok
                    ? HookResult.context(
                            ModeGuide.text(Mode.ULTRAQA, ok.value().state(), event.host()))
                        .withSystemMessage(
                            "swarmd: tests failed, so ultraqa is active; end it with "
                                + event.host().wayOut())
                    : HookResult.NOTHING);
  }
}
