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

/** Suggests subagents to a main agent that keeps searching. */
public final class AgentUsageReminder implements HookHandler {
  private static final int THRESHOLD = 5;

  private static final CompletionStage<HookResult> REMINDER =
      CompletableFuture.completedStage(
          HookResult.context(
              "swarmd: that was search number %d in a row. If you need more, give the question to a subagent if you have them: what it reads does not fill your context, and several can search at once."
                  .formatted(THRESHOLD)));

  private final PerConversation<Searches> searches = new PerConversation<>(Searches::new);

  @Override
  public String name() {
    return "agent-usage-reminder";
  }

  @Override
  public String description() {
    return "suggests subagents to a main agent that searches a lot";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> main =
        Conversation.of(event).filter(conversation -> conversation.agent().isEmpty());
    return main.isPresent() && searches.of(main.get()).reachThreshold(event.tool())
        ? REMINDER
        : HookResult.SILENCE;
  }

  private static final class Searches {
    private int inARow;
    private boolean reminded;

    /** Returns true once, and again only after a subagent was used. */
    synchronized boolean reachThreshold(ToolKind used) {
      switch (used) {
        case SEARCH -> inARow++;
        case AGENT -> {
          inARow = 0;
          reminded = false;
        }
        default -> inARow = 0;
      }
      if (inARow < THRESHOLD || reminded) {
        return false;
      }
      reminded = true;
      return true;
    }
  }
}
