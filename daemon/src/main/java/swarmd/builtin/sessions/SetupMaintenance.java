package swarmd.builtin.sessions;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongToIntFunction;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.store.Store;
import swarmd.time.Time;

/** Deletes data that has been unused for a week, in all projects. */
public final class SetupMaintenance implements HookHandler {
  private final Store store;
  private final LongToIntFunction deleteTextsBefore;
  private final Executor files;
  private final Time time;

  /**
   * @param deleteTextsBefore deletes the files of long texts older than a time; returns how many
   * @param files runs the deletion
   */
  public SetupMaintenance(
      Store store, LongToIntFunction deleteTextsBefore, Executor files, Time time) {
    this.store = store;
    this.deleteTextsBefore = deleteTextsBefore;
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "setup";
  }

  @Override
  public String description() {
    return "deletes data older than 7 days";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    long before = time.millis() - SessionRetention.KEPT.toMillis();
    return store
        .write(transaction -> SessionRetention.forgetBefore(transaction, before))
        .thenApplyAsync(sessions -> result(sessions, deleteTextsBefore.applyAsInt(before)), files);
  }

  private static HookResult result(int sessions, int texts) {
    return HookResult.NOTHING.withSystemMessage(
        "swarmd: deleted data older than %d days (sessions: %d, long texts: %d)"
            .formatted(SessionRetention.KEPT.toDays(), sessions, texts));
  }
}
