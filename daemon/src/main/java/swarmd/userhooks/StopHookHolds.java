package swarmd.userhooks;

import java.util.concurrent.CompletableFuture;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.IdleHolds;
import swarmd.sessions.SessionRepository;
import swarmd.store.Store;
import swarmd.time.Time;

/** Limits consecutive holds of a Stop by the user's own hooks; see {@link IdleHolds}. */
public final class StopHookHolds {
  private final Store store;
  private final Time time;

  public StopHookHolds(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** The hooks' result, unless the session was held too often; then the stop is allowed. */
  CompletableFuture<HookResult> limit(HookEvent event, HookResult result) {
    if (!event.isStop() || !result.is(Decision.DENY)) {
      return CompletableFuture.completedFuture(result);
    }
    if (!event.hasSession()) { // there is nowhere to count, so one hold has to do
      return CompletableFuture.completedFuture(
          event.flag("stop_hook_active") ? letThrough(result) : result);
    }
    return store
        .write(
            transaction ->
                IdleHolds.allowAnother(
                    transaction.get(SessionRepository.class),
                    event.project().get(),
                    event.session().get(),
                    event.host().id(),
                    time.millis()))
        .thenApply(allowed -> allowed ? result : letThrough(result));
  }

  private static HookResult letThrough(HookResult held) {
    return HookResult.allow()
        .withSystemMessage(
            "swarmd: your Stop hook kept the session working %d times in a row without a tool call in between, so it may stop now; the hook's reason: %s"
                .formatted(IdleHolds.MAX, held.reason().orElse("none")));
  }
}
