package swarmd.builtin.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import swarmd.builtin.payload.TypedPrompt;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ActiveMode;
import swarmd.modes.Modes;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Tells the model which modes are active when a session begins or was compacted. Ends modes after a
 * long silence: the user may have moved on to other work.
 */
public final class ModeRegistry implements HookHandler {
  private final Modes modes;
  private final Store store;
  private final Time time;

  public ModeRegistry(Modes modes, Store store, Time time) {
    this.modes = modes;
    this.store = store;
    this.time = time;
  }

  @Override
  public String name() {
    return "mode-registry";
  }

  @Override
  public String description() {
    return "tells the model which modes are active; ends them after a long silence";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    boolean isPrompt = event.is(EventKind.PROMPT_SUBMITTED);
    if (!event.hasSession() || isPrompt && TypedPrompt.of(event).isEmpty()) {
      return HookResult.SILENCE;
    }
    CompletionStage<HookResult> ended =
        modes
            .endStale(event.project().get(), event.session().get())
            .thenApply(ModeRegistry::notice);
    return isPrompt ? ended : ended.thenCompose(notice -> onStart(event).thenApply(notice::and));
  }

  private CompletionStage<HookResult> onStart(HookEvent event) {
    boolean resumed = event.text("source").filter("resume"::equals).isPresent();
    return resumed
        ? modes
            .resume(event.project().get(), event.session().get())
            .thenCompose(result -> activeModes(event).thenApply(notice(result)::and))
        : activeModes(event);
  }

  private static HookResult notice(Modes.Resumed resumed) {
    List<String> lines = new ArrayList<>();
    if (!resumed.active().isEmpty()) {
      lines.add(
          "swarmd: %s is active again in this resumed session; end it with: swarm cancel"
              .formatted(ActiveMode.names(resumed.active())));
    }
    resumed.inTheWay().forEach(reason -> lines.add("swarmd: " + reason));
    return lines.isEmpty()
        ? HookResult.NOTHING
        : HookResult.NOTHING.withSystemMessage(String.join("\n", lines));
  }

  private CompletionStage<HookResult> activeModes(HookEvent event) {
    return store.read(
        snapshot ->
            SessionState.modes(event, snapshot, time.millis())
                .map(text -> HookResult.context("swarmd: " + text))
                .orElse(HookResult.NOTHING));
  }

  private static HookResult notice(List<ActiveMode> ended) {
    return ended.isEmpty()
        ? HookResult.NOTHING
        : HookResult.NOTHING.withSystemMessage(
            "swarmd: %s ended after two hours without activity; name it in a prompt to start it again"
                .formatted(ActiveMode.names(ended)));
  }
}
