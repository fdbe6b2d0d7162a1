package swarmd.builtin.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.TypedPrompt;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeNotice;
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
            .thenCompose(result -> activeModes(event).thenApply(notice(event, result)::and))
        : activeModes(event);
  }

  private static HookResult notice(HookEvent event, Modes.Resumed resumed) {
    List<String> lines = new ArrayList<>();
    if (!resumed.active().isEmpty()) {
      lines.add(ModeNotice.resumed(resumed.active(), event.host()));
    }
    resumed.inTheWay().forEach(reason -> lines.add("swarmd: " + reason));
    HookResult result = HookResult.NOTHING;
    if (!resumed.tooLate().isEmpty()) {
      lines.add(ModeNotice.tooLate(resumed.tooLate()));
      result =
          HookResult.context(
              "swarmd: %s ended while this session was away; you may stop when you like."
                  .formatted(ActiveMode.names(resumed.tooLate())));
    }
    return lines.isEmpty() ? result : result.withSystemMessage(String.join("\n", lines));
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
        : HookResult.NOTHING.withSystemMessage(ModeNotice.silent(ended));
  }
}
