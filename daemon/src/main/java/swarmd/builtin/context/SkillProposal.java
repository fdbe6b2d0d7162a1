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

/** Proposes to write a skill down when a conversation has put the same failure right twice. */
public final class SkillProposal implements HookHandler {
  private static final String PROPOSED = "skill proposed";

  private final DeliveryLog told;
  private final PerConversation<RepeatedFixes> fixes = new PerConversation<>(RepeatedFixes::new);

  public SkillProposal(DeliveryLog told) {
    this.told = told;
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "proposes a skill when the same failure was put right twice";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> conversation = Conversation.of(event);
    if (conversation.isEmpty()) {
      return HookResult.SILENCE;
    }
    RepeatedFixes known = fixes.of(conversation.get());
    if (known.nothingFails() && !ShellRun.failed(event)) {
      return HookResult.SILENCE;
    }
    Optional<ShellRun> run = ShellRun.of(event).filter(known::isRepeatedBy);
    return run.isEmpty()
        ? HookResult.SILENCE
        : told.news(event, List.of(PROPOSED))
            .thenApply(
                news ->
                    news.isEmpty()
                        ? HookResult.NOTHING
                        : HookResult.context(proposal(conversation.get(), run.get())));
  }

  private static String proposal(Conversation conversation, ShellRun run) {
    return """
    [swarmd learner] `%s` failed with the same error and was put right twice in this session. \
    If what helped would help again, propose to the person to write it to \
    %s/.swarmd/skills/NAME.md, beginning with:
    ---
    name: NAME
    description: what it solves
    triggers: [words of a prompt that call for it]
    ---\
    """
        .formatted(Cut.toLine(100, run.command()), conversation.project());
  }
}
