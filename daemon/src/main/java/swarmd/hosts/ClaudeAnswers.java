package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for Claude Code; measured with 2.1.325. */
final class ClaudeAnswers implements AnswerWriter {
  /**
   * Claude Code passes our whole answer as instructions to the model that writes the summary, so
   * the field's name is one that a model understands; measured with 2.1.325.
   */
  private static final String FOR_SUMMARY = "keep_in_the_summary";

  private final TextLimit limit;

  ClaudeAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    // Without the right event name, the host drops the whole answer.
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(specific, texts);
      case PERMISSION_REQUEST -> permission(specific, texts);
      case AFTER_TOOL, TOOL_FAILED, TOOL_BATCH -> {
        block(answer, texts);
        texts.putContext(specific);
      }
      case PROMPT_SUBMITTED -> {
        if (!block(answer, texts)) {
          texts.putContext(specific);
        }
      }
      case STOP, SUBAGENT_STOP -> {
        if (block(answer, texts)) {
          texts.putContext(specific); // without a block, context would keep the agent working
        }
      }
      case SESSION_START, SUBAGENT_START -> texts.putContext(specific);
      case BEFORE_COMPACTION -> {
        if (!block(answer, texts)) {
          texts.context().ifPresent(text -> answer.put(FOR_SUMMARY, text));
        }
      }
      default -> {}
    }
    return texts.completed(answer, specific);
  }

  private static void beforeTool(ObjectNode specific, AnswerTexts texts) {
    texts.putToolDecision(specific);
    if (!texts.is(Decision.DENY)) {
      texts.updatedInput().ifPresent(input -> specific.set("updatedInput", input));
      texts.putContext(specific);
    }
  }

  /** Without a decision, the host decides. */
  private static void permission(ObjectNode specific, AnswerTexts texts) {
    texts.putPermission(specific);
    if (texts.is(Decision.ALLOW)) {
      texts
          .updatedInput()
          .ifPresent(input -> specific.withObject("/decision").set("updatedInput", input));
    }
  }

  private static boolean block(ObjectNode answer, AnswerTexts texts) {
    return texts.putBlock(answer, texts.denial());
  }
}
