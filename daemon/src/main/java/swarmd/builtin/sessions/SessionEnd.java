package swarmd.builtin.sessions;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeTransaction;
import swarmd.swarm.Store;
import swarmd.swarm.TaskRules;
import swarmd.time.Time;

/** Closes a session: its modes end and its tasks are free again; others are never touched. */
public final class SessionEnd implements HookHandler {
  private final Store<? extends ModeTransaction, ?> store;
  private final TaskRules rules;
  private final Time time;

  public SessionEnd(Store<? extends ModeTransaction, ?> store, TaskRules rules, Time time) {
    this.store = store;
    this.rules = rules;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-end";
  }

  @Override
  public String description() {
    return "ends the session's modes and releases its tasks";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    return store.write(
        transaction -> {
          close(transaction, event.project().get(), event.session().get());
          return HookResult.NOTHING;
        });
  }

  private void close(ModeTransaction transaction, String project, String session) {
    long now = time.millis();
    rules.releaseHeld(
        transaction.tasks(), project, session, task -> true, "its session ended", now);
    for (ActiveMode mode : transaction.modes().list(Optional.of(project), Optional.of(session))) {
      transaction.modes().delete(project, session, mode.mode());
    }
    transaction.sessions().ended(project, session, now);
  }
}
