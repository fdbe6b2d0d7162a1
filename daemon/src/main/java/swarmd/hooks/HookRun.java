package swarmd.hooks;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.hooks.HookResult.Decision;

/**
 * Runs an event's handlers one after the other. A denial ends the run, and so does any decision on
 * a Stop. The result of a handler that fails is ignored, and each handler sees the tool input that
 * the previous ones have changed.
 */
final class HookRun {
  private static final Logger log = LoggerFactory.getLogger(HookRun.class);

  private volatile HookEvent event;
  private final Iterator<HookHandler> rest;
  private final CompletableFuture<HookResult> done = new CompletableFuture<>();
  private volatile HookResult soFar = HookResult.NOTHING;
  private volatile Optional<HookHandler> current = Optional.empty();
  private volatile Optional<String> decidedBy = Optional.empty();
  private volatile Optional<String> error = Optional.empty();

  HookRun(HookEvent event, List<HookHandler> handlers) {
    this.event = event;
    rest = handlers.iterator();
  }

  /** Never fails. */
  CompletableFuture<HookResult> start() {
    next();
    return done;
  }

  private void next() {
    while (rest.hasNext() && !isSettled()) {
      HookHandler handler = rest.next();
      current = Optional.of(handler);
      CompletionStage<HookResult> stage = call(handler);
      if (stage == HookResult.SILENCE) {
        continue;
      }
      CompletableFuture<HookResult> answer = stage.toCompletableFuture();
      if (!answer.isDone()) {
        answer.whenComplete(
            (result, failure) -> {
              take(handler, result, failure);
              next();
            });
        return;
      }
      answer.whenComplete((result, failure) -> take(handler, result, failure));
    }
    done.complete(soFar);
  }

  /** After an approval or a question to the user, a later handler can still deny. */
  private boolean isSettled() {
    return soFar.decides() && (soFar.is(Decision.DENY) || event.isStop());
  }

  private CompletionStage<HookResult> call(HookHandler handler) {
    try {
      return handler.handle(event);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void take(HookHandler handler, HookResult result, Throwable failure) {
    if (failure != null) {
      Throwable cause = Cause.of(failure);
      log.warn("{} failed on {}", handler.name(), event.label(), cause);
      String problem = handler.name() + " failed: " + cause.getMessage();
      error = Optional.of(problem);
      soFar = soFar.and(handler.withoutAnswer(event, problem, false));
      return;
    }
    HookResult merged = soFar.and(result);
    if (!merged.decision().equals(soFar.decision())) {
      decidedBy = result.remarks().decidedBy().or(() -> Optional.of(handler.name()));
    }
    soFar = merged;
    result.updatedInput().ifPresent(input -> event = event.withToolInput(input));
  }

  /**
   * What is known of the answer while a handler is late: no approval, but what the others have
   * refused or leave to the person.
   */
  HookResult whileLate(String problem) {
    HookResult known = soFar;
    HookResult instead =
        current
            .map(handler -> handler.withoutAnswer(event, problem, true))
            .orElse(HookResult.NOTHING);
    return known.is(Decision.ASK) || known.is(Decision.DENY) ? known.and(instead) : instead;
  }

  /** The name of the handler that was called last. */
  String current() {
    return current.map(HookHandler::name).orElse("no handler");
  }

  Optional<String> decidedBy() {
    return decidedBy;
  }

  Optional<String> error() {
    return error;
  }
}
