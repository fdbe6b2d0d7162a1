package swarmd.common;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Like {@code thenCompose}, but returns the next stage itself if the future is already done. */
public final class Futures {
  private Futures() {}

  public static <T, R> CompletionStage<R> then(
      CompletableFuture<T> found, Function<T, ? extends CompletionStage<R>> next) {
    if (!found.isDone() || found.isCompletedExceptionally()) {
      return found.thenCompose(next);
    }
    try {
      return next.apply(found.join());
    } catch (RuntimeException | Error e) { // as thenCompose would
      return CompletableFuture.failedFuture(e);
    }
  }
}
