package swarmd.common;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Goes on without a detour where nothing has to be waited for, so that silence stays silence. */
public final class Futures {
  private Futures() {}

  public static <T, R> CompletionStage<R> then(
      CompletableFuture<T> found, Function<T, ? extends CompletionStage<R>> next) {
    if (!found.isDone() || found.isCompletedExceptionally()) {
      return found.thenCompose(next);
    }
    try {
      return next.apply(found.join());
    } catch (RuntimeException | Error e) { // as it would come out of a detour
      return CompletableFuture.failedFuture(e);
    }
  }
}
