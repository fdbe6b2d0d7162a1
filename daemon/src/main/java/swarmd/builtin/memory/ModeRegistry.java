package swarmd.builtin.memory;

import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ModeSnapshot;
import swarmd.swarm.Store;
import swarmd.time.Time;

/** Tells a session that begins, or lost its memory, which modes it is in. */
public final class ModeRegistry implements HookHandler {
  private final Store<?, ? extends ModeSnapshot> store;
  private final Time time;

  public ModeRegistry(Store<?, ? extends ModeSnapshot> store, Time time) {
    this.store = store;
    this.time = time;
  }

  @Override
  public String name() {
    return "mode-registry";
  }

  @Override
  public String description() {
    return "tells the model which modes its session is in";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.hasSession()
        ? store.read(
            snapshot ->
                SessionState.modes(event, snapshot, time.millis())
                    .map(text -> HookResult.context("swarmd: " + text))
                    .orElse(HookResult.NOTHING))
        : HookResult.SILENCE;
  }
}
