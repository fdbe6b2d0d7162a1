package swarmd.builtin.memory;

import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Lists what a summary must keep, before a compaction. It only reads, because one host sends the
 * event before every call of its model.
 */
public final class PreCompact implements HookHandler {
  private final Store store;
  private final Time time;

  public PreCompact(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  @Override
  public String name() {
    return "pre-compact";
  }

  @Override
  public String description() {
    return "lists what a summary must keep: modes, claimed tasks, open todos";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.hasSession()
        ? store.read(snapshot -> checkpoint(event, snapshot))
        : HookResult.SILENCE;
  }

  private HookResult checkpoint(HookEvent event, Snapshot snapshot) {
    String text =
        Stream.of(
                SessionState.modes(event, snapshot, time.millis()).stream(),
                SessionState.heldTasks(event, snapshot),
                SessionState.todos(event, snapshot).stream())
            .flatMap(part -> part)
            .collect(Collectors.joining("\n"));
    return text.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context("swarmd: keep this in the summary.\n" + text);
  }
}
