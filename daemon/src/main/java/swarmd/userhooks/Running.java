package swarmd.userhooks;

import java.util.concurrent.CompletableFuture;

/**
 * A hook that was started.
 *
 * @param outcome never fails
 * @param gone when nothing of it is left, which may be later: what has timed out must still be
 *     ended
 */
record Running(CompletableFuture<HookOutcome> outcome, CompletableFuture<Void> gone) {

  Running() {
    this(new CompletableFuture<>(), new CompletableFuture<>());
  }

  void finish(HookOutcome how) {
    outcome.complete(how);
    gone.complete(null);
  }
}
