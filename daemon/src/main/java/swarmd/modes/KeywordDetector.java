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
import swarmd.hooks.TypedPrompt;

/** Starts and cancels modes by keywords in the person's prompt. */
public final class KeywordDetector implements HookHandler {
  private final Modes modes;
  private final KeywordPolicy policy;

  public KeywordDetector(Modes modes, KeywordPolicy policy) {
    this.modes = modes;
    this.policy = policy;
  }

  @Override
  public String name() {
    return "keyword-detector";
  }

  @Override
  public String description() {
    return "starts and cancels modes that the prompt orders";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> typed = TypedPrompt.of(event);
    Optional<Keyword> keyword = typed.flatMap(policy::in);
    if (keyword.isEmpty() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    String session = event.session().get();
    if (keyword.get() instanceof Keyword.Cancel cancel) {
      boolean command = Keywords.command(typed.get()).isPresent();
      return modes
          .end(project, Optional.of(session), cancel.mode())
          .thenApply(ended -> cancelled(ended, command));
    }
    if (keyword.get() instanceof Keyword.Start start) {
      Map<String, Object> fields = new HashMap<>(start.fields());
      typed.flatMap(ModeTask::of).ifPresent(task -> fields.put("prompt", task));
      return modes
          .start(project, session, start.mode(), fields)
          .thenApply(outcome -> started(event.host(), start.mode(), outcome));
    }
    return HookResult.SILENCE;
  }

  /** Words that name no active mode were about something else. */
  private static HookResult cancelled(List<ActiveMode> ended, boolean command) {
    if (ended.isEmpty()) {
      return command
          ? HookResult.context("swarmd: there was no mode to cancel in this session.")
          : HookResult.NOTHING;
    }
    String names = ActiveMode.names(ended);
    return HookResult.context("swarmd: cancelled " + names + ". You may stop when you like.")
        .withSystemMessage("swarmd: cancelled " + names);
  }

  /** Only the person may end the mode that is in the way, so the model is not told how. */
  private static String notStarted(String message) {
    int advice = message.indexOf(';');
    return "swarmd: %s. Do the work without the mode; the person knows."
        .formatted(advice < 0 ? message : message.substring(0, advice));
  }

  private static HookResult started(HostProfile host, Mode mode, Outcome<ActiveMode> outcome) {
    if (outcome instanceof Outcome.Refused<ActiveMode> refused) {
      return HookResult.context(notStarted(refused.message()))
          .withSystemMessage("swarmd: " + refused.message());
    }
    ActiveMode active = ((Outcome.Ok<ActiveMode>) outcome).value();
    return HookResult.context(ModeGuide.text(mode, active.state(), host))
        .withSystemMessage(
            "swarmd: %s is active; to end it, %s".formatted(mode.label(), host.wayOutOfWork()));
  }
}
