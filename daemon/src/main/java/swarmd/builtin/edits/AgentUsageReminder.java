package swarmd.builtin.edits;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;

/** Reminds a main agent that searches and searches that it has subagents for that. */
public final class AgentUsageReminder implements HookHandler {
  private static final int MANY = 5;

  private static final CompletionStage<HookResult> REMINDER =
      CompletableFuture.completedStage(
          HookResult.context(
              "swarmd: that was search number %d in a row. If more are to come, give the question to a subagent, where you have them: what it reads does not fill your context, and several can look at once."
                  .formatted(MANY)));

  private final PerConversation<Searches> all = new PerConversation<>(Searches::new);

  @Override
  public String name() {
    return "agent-usage-reminder";
  }

  @Override
  public String description() {
    return "reminds a main agent that searches a lot to use subagents";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> main =
        Conversation.of(event).filter(conversation -> conversation.agent().isEmpty());
    return main.isPresent() && all.of(main.get()).areMany(event.tool())
        ? REMINDER
        : HookResult.SILENCE;
  }

  private static final class Searches {
    private int inARow;
    private boolean reminded;

    /** True only once until an agent is used. */
    synchronized boolean areMany(ToolKind used) {
      switch (used) {
        case SEARCH -> inARow++;
        case AGENT -> {
          inARow = 0;
          reminded = false;
        }
        default -> inARow = 0;
      }
      if (inARow < MANY || reminded) {
        return false;
      }
      reminded = true;
      return true;
    }
  }
}
