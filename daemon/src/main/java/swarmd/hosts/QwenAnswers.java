package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for Qwen Code; measured with 0.24.4. */
final class QwenAnswers implements AnswerWriter {
  private final TextLimit limit;

  QwenAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      // It takes neither another input nor context here.
      case BEFORE_TOOL -> {
        texts.putToolDecision(specific);
        texts.putHostOutput(specific);
      }
      case PERMISSION_REQUEST -> {
        texts.putPermission(specific);
        if (texts.is(Decision.ALLOW)) {
          texts
              .updatedInput()
              .ifPresent(input -> specific.withObject("/decision").set("updatedInput", input));
        }
      }
      // It ignores a block after a tool.
      case AFTER_TOOL, TOOL_FAILED, TOOL_BATCH -> texts.putComplaintAndContext(specific);
      case PROMPT_SUBMITTED -> {
        if (!texts.putBlock(answer, texts.denial())) {
          texts.putContext(specific);
        }
      }
      // Context beside the reason would be lost.
      case STOP, SUBAGENT_STOP -> texts.putBlock(answer, texts.denialAndContext());
      case SESSION_START -> texts.putContext(specific);
      default -> {}
    }
    return texts.completed(answer, specific);
  }
}
