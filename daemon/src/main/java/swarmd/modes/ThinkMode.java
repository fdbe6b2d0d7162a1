package swarmd.modes;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Asks the model to think hard if the prompt does, unless the prompt starts a mode. */
public final class ThinkMode implements HookHandler {
  private static final CompletionStage<HookResult> THINK =
      CompletableFuture.completedStage(
          HookResult.context(
              "The person asks for thorough thinking: consider alternatives and edge cases before"
                  + " you act."));

  @Override
  public String name() {
    return "think-mode";
  }

  @Override
  public String description() {
    return "has the model think more when the prompt asks for it";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.hasSession()
            && event
                .text("prompt")
                .flatMap(Keywords::in)
                .filter(Keyword.Think.class::isInstance)
                .isPresent()
        ? THINK
        : HookResult.SILENCE;
  }
}
