package swarmd.modes;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Keeps a session at work as long as its mode says so. */
public final class ModeStop implements HookHandler {
  private final Mode mode;
  private final Modes modes;

  public ModeStop(Mode mode, Modes modes) {
    this.mode = mode;
    this.modes = modes;
  }

  @Override
  public String name() {
    return mode.label();
  }

  @Override
  public String description() {
    return "keeps a session in " + mode.label() + " at work until it is done";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    return modes
        .find(event.project().get(), event.session().get(), mode)
        .thenCompose(
            active -> active.map(found -> answer(event, found)).orElse(HookResult.SILENCE));
  }

  private CompletionStage<HookResult> answer(HookEvent event, ActiveMode active) {
    if (StopBypass.of(event).isPresent()) {
      return CompletableFuture.completedFuture(HookResult.allow());
    }
    return modes.stop(active, event.host().id()).thenApply(ModeStop::result);
  }

  private static HookResult result(Optional<StopAnswer> answer) {
    if (answer.isEmpty()) {
      return HookResult.NOTHING;
    }
    StopAnswer said = answer.get();
    if (said instanceof StopAnswer.GoOn goOn) {
      return HookResult.deny(goOn.reason());
    }
    if (said instanceof StopAnswer.LetGo letGo) {
      return HookResult.allow().withSystemMessage(letGo.message());
    }
    return HookResult.NOTHING.withSystemMessage(((StopAnswer.Ended) said).message());
  }
}
