package swarmd.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The exit code of a command that goes on without a thread. Completing it in any way ends the
 * command, so a command frees what it uses when this completes.
 */
final class PendingExit extends CompletableFuture<Integer> {

  static PendingExit now(int code) {
    PendingExit exit = new PendingExit();
    exit.complete(code);
    return exit;
  }

  /** Frees something when the command ends; runs at once if it has ended. */
  void onEnd(Runnable action) {
    whenComplete((code, failure) -> action.run());
  }

  /** Ends as this stage does. */
  void follow(CompletionStage<Integer> stage) {
    stage.whenComplete(
        (code, failure) -> {
          if (failure == null) {
            complete(code);
          } else {
            completeExceptionally(failure);
          }
        });
  }
}
