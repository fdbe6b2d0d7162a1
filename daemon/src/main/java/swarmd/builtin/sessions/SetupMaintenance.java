package swarmd.builtin.sessions;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongToIntFunction;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.store.Store;
import swarmd.time.Time;

/** Forgets what nobody has needed for a week, in all projects. */
public final class SetupMaintenance implements HookHandler {
  private final Store store;
  private final LongToIntFunction forgetTexts;
  private final Executor files;
  private final Time time;

  /**
   * @param forgetTexts deletes the files of long texts that are older; returns how many
   * @param files runs it
   */
  public SetupMaintenance(Store store, LongToIntFunction forgetTexts, Executor files, Time time) {
    this.store = store;
    this.forgetTexts = forgetTexts;
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "setup";
  }

  @Override
  public String description() {
    return "forgets what is older than 7 days";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    long before = time.millis() - SessionRetention.KEPT.toMillis();
    return store
        .write(transaction -> SessionRetention.forgetBefore(transaction, before))
        .thenApplyAsync(sessions -> done(sessions, forgetTexts.applyAsInt(before)), files);
  }

  private static HookResult done(int sessions, int texts) {
    return HookResult.NOTHING.withSystemMessage(
        "swarmd: forgot what was older than %d days (sessions: %d, long texts: %d)"
            .formatted(SessionRetention.KEPT.toDays(), sessions, texts));
  }
}
