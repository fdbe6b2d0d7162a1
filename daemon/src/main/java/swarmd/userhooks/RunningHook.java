package swarmd.userhooks;

import java.util.concurrent.CompletableFuture;

/**
 * A hook that was started.
 *
 * @param outcome never fails
 * @param gone completes when nothing of the hook is left; later than the outcome if it timed out
 *     and must still be stopped
 */
record RunningHook(CompletableFuture<HookOutcome> outcome, CompletableFuture<Void> gone) {

  RunningHook() {
    this(new CompletableFuture<>(), new CompletableFuture<>());
  }

  void finish(HookOutcome result) {
    outcome.complete(result);
    gone.complete(null);
  }
}
