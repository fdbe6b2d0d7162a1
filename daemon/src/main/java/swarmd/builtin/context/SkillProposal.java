package swarmd.builtin.context;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.text.Cut;

/** Suggests saving a skill when a conversation has fixed the same failure twice. */
public final class SkillProposal implements HookHandler {
  private static final String PROPOSED = "skill proposed";

  private final DeliveryLog deliveries;
  private final PerConversation<RepeatedFixes> fixes = new PerConversation<>(RepeatedFixes::new);

  public SkillProposal(DeliveryLog deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "suggests a skill when the same failure was fixed twice";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> conversation = Conversation.of(event);
    if (conversation.isEmpty()) {
      return HookResult.SILENCE;
    }
    RepeatedFixes known = fixes.of(conversation.get());
    if (known.hasNoFailures() && !ShellRun.failed(event)) {
      return HookResult.SILENCE;
    }
    Optional<ShellRun> run = ShellRun.of(event).filter(known::isRepeatedFix);
    return run.isEmpty()
        ? HookResult.SILENCE
        : deliveries
            .news(event, List.of(PROPOSED))
            .thenApply(
                news ->
                    news.isEmpty() ? HookResult.NOTHING : HookResult.context(proposal(run.get())));
  }

  private static String proposal(ShellRun run) {
    return """
    [swarmd learner] `%s` failed with the same error and was fixed twice in this session. \
    If the fix is likely to help again, propose it as a skill, which the user may accept: \
    swarm skill propose --trigger "WORDS THAT CALL FOR IT" "WHAT HELPS"\
    """
        .formatted(Cut.toLine(100, run.command()));
  }
}
