package swarmd.modes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.HostProfile;
import swarmd.common.Outcome;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Starts and cancels modes by keywords in the person's prompt. */
public final class KeywordDetector implements HookHandler {
  private final Modes modes;

  public KeywordDetector(Modes modes) {
    this.modes = modes;
  }

  @Override
  public String name() {
    return "keyword-detector";
  }

  @Override
  public String description() {
    return "starts and cancels modes by words in the prompt";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Keyword> keyword = event.text("prompt").flatMap(Keywords::in);
    if (keyword.isEmpty() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    String session = event.session().get();
    if (keyword.get() instanceof Keyword.Cancel) {
      return modes
          .end(project, Optional.of(session), Optional.empty())
          .thenApply(KeywordDetector::cancelled);
    }
    if (keyword.get() instanceof Keyword.Start start) {
      Map<String, Object> fields = new HashMap<>(start.fields());
      fields.put("prompt", event.text("prompt").orElseThrow());
      return modes
          .start(project, session, start.mode(), fields)
          .thenApply(outcome -> started(event.host(), start.mode(), outcome));
    }
    return HookResult.SILENCE;
  }

  private static HookResult cancelled(List<ActiveMode> ended) {
    if (ended.isEmpty()) {
      return HookResult.context("swarmd: there was no mode to cancel in this session.");
    }
    String names = ActiveMode.names(ended);
    return HookResult.context("swarmd: cancelled " + names + ". You may stop when you like.")
        .withSystemMessage("swarmd: cancelled " + names);
  }

  private static HookResult started(HostProfile host, Mode mode, Outcome<ActiveMode> outcome) {
    if (outcome instanceof Outcome.Refused<ActiveMode> refused) {
      return HookResult.context("swarmd: " + refused.message())
          .withSystemMessage("swarmd: " + refused.message());
    }
    ActiveMode active = ((Outcome.Ok<ActiveMode>) outcome).value();
    return HookResult.context(ModeGuide.text(mode, active.state()))
        .withSystemMessage("swarmd: " + mode.label() + " is active; end it with " + host.wayOut());
  }
}
