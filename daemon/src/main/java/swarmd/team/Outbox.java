package swarmd.team;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.HolderStep;
import swarmd.team.CopyRepository.Intent;
import swarmd.team.CopyRepository.Intent.Step;

/**
 * Steps that the team's database has yet to take. They are stored on this workstation and repeated
 * until they are taken or refused; a step that was taken already is not taken twice.
 */
final class Outbox {
  private static final Logger log = LoggerFactory.getLogger(Outbox.class);

  private final Store store;
  private final Function<Intent, CompletableFuture<?>> take;
  private boolean sending;
  private boolean again;

  Outbox(Store store, Function<Intent, CompletableFuture<?>> take) {
    this.store = store;
    this.take = take;
  }

  static Step stepOf(HolderStep step) {
    return switch (step) {
      case RELEASE -> Step.RELEASE;
      case COMPLETE -> Step.COMPLETE;
      case FAIL -> Step.FAIL;
    };
  }

  static HolderStep stepOf(Step step) {
    return switch (step) {
      case COMPLETE -> HolderStep.COMPLETE;
      case FAIL -> HolderStep.FAIL;
      case RELEASE, RELEASE_LEFT, ABANDON, WITHDRAW -> HolderStep.RELEASE;
    };
  }

  CompletableFuture<Boolean> add(Intent intent) {
    return store.write(
        transaction -> {
          add(transaction, intent);
          return true;
        });
  }

  void add(Transaction transaction, Intent intent) {
    transaction.get(CopyRepository.class).add(intent);
  }

  /** Takes all steps that wait, as far as the database answers. */
  void send() {
    synchronized (this) {
      if (sending) {
        again = true;
        return;
      }
      sending = true;
    }
    sendAll();
  }

  private void sendAll() {
    store
        .write(transaction -> transaction.get(CopyRepository.class).intents())
        .thenCompose(this::sendEach)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Steps wait for the team's database: {}", Cause.of(failure).toString());
              }
              boolean more;
              synchronized (this) {
                more = failure == null && (again || done);
                again = false;
                sending = more;
              }
              if (more) {
                sendAll();
              }
            });
  }

  /** Returns whether there may be more. */
  private CompletableFuture<Boolean> sendEach(List<Intent> intents) {
    CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);
    for (Intent intent : intents) {
      sent =
          sent.thenCompose(
                  done -> take.apply(intent).handle((taken, failure) -> ended(intent, failure)))
              .thenCompose(done -> remove(intent));
    }
    return sent.thenApply(done -> !intents.isEmpty());
  }

  /** What fails for another reason than the connection would fail again, and block the rest. */
  private static boolean ended(Intent intent, Throwable failure) {
    if (failure == null) {
      return true;
    }
    if (Cause.of(failure) instanceof Store.Unavailable away) {
      throw away;
    }
    log.warn("A step of task {} cannot be stored and is dropped", intent.taskId(), failure);
    return false;
  }

  /** Taken or refused: either way nothing is left to do. */
  private CompletableFuture<Void> remove(Intent intent) {
    return store.write(
        transaction -> {
          transaction.get(CopyRepository.class).remove(intent);
          return null;
        });
  }
}
