package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/**
 * Answers for our plugin in OpenCode, which does what they say: a decision with its reason, context
 * for the model, another input for the tool, a message for the person.
 */
final class OpencodeAnswers implements AnswerWriter {
  private final TextLimit limit;

  OpencodeAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object().put("continue", true);
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(answer, texts);
      case PERMISSION_REQUEST -> {
        if (texts.is(Decision.ALLOW)) {
          answer.put("decision", "allow");
        } else {
          deny(answer, texts, texts.denial());
        }
      }
      case PROMPT_SUBMITTED -> {
        if (!deny(answer, texts, texts.denial())) {
          context(answer, texts.context());
        }
      }
      case AFTER_TOOL -> context(answer, texts.complaintAndContext());
      // The reason becomes the next prompt.
      case STOP, SUBAGENT_STOP -> deny(answer, texts, texts.nextPrompt());
      case SESSION_START, SUBAGENT_START, BEFORE_COMPACTION -> context(answer, texts.context());
      default -> {}
    }
    texts.systemMessage().ifPresent(text -> answer.put("systemMessage", text));
    return answer;
  }

  /** OpenCode cannot ask the person here, and would go on. */
  private static void beforeTool(ObjectNode answer, AnswerTexts texts) {
    if (texts.is(Decision.DENY) || texts.is(Decision.ASK)) {
      answer.put("decision", "deny").put("reason", texts.denialInsteadOfQuestion("OpenCode"));
    } else {
      texts.updatedInput().ifPresent(input -> answer.set("updatedInput", input));
    }
  }

  private static boolean deny(ObjectNode answer, AnswerTexts texts, String reason) {
    boolean denied = texts.is(Decision.DENY);
    if (denied) {
      answer.put("decision", "deny").put("reason", reason);
    }
    return denied;
  }

  private static void context(ObjectNode answer, Optional<String> text) {
    text.ifPresent(context -> answer.put("context", context));
  }
}
