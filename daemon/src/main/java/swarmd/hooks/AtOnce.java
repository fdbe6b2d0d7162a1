package swarmd.hooks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Goes on without a detour where nothing has to be waited for, so that silence stays silence. */
public final class AtOnce {
  private AtOnce() {}

  public static <T> CompletionStage<HookResult> then(
      CompletableFuture<T> found, Function<T, ? extends CompletionStage<HookResult>> next) {
    return found.isDone() && !found.isCompletedExceptionally()
        ? next.apply(found.join())
        : found.thenCompose(next);
  }
}
