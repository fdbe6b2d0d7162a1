package swarmd.builtin.context;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import swarmd.hooks.HookResult;

/** Goes on without a detour where nothing has to be waited for, so that silence stays silence. */
final class AtOnce {
  private AtOnce() {}

  static <T> CompletionStage<HookResult> then(
      CompletableFuture<T> found, Function<T, CompletionStage<HookResult>> next) {
    return found.isDone() && !found.isCompletedExceptionally()
        ? next.apply(found.join())
        : found.thenCompose(next);
  }
}
