package swarmd.modes;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.TypedPrompt;

/** Asks the model to think hard if the prompt does, unless the prompt starts a mode. */
public final class ThinkMode implements HookHandler {
  private static final CompletionStage<HookResult> THINK =
      CompletableFuture.completedStage(
          HookResult.context(
              "The person asks for thorough thinking: consider alternatives and edge cases before"
                  + " you act."));

  private final KeywordPolicy policy;

  public ThinkMode(KeywordPolicy policy) {
    this.policy = policy;
  }

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
            && TypedPrompt.of(event)
                .flatMap(policy::in)
                .filter(Keyword.Think.class::isInstance)
                .isPresent()
        ? THINK
        : HookResult.SILENCE;
  }
}
