package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for Copilot CLI, whose fields are all at the top; measured with 1.0.102. */
final class CopilotAnswers implements AnswerWriter {
  private final TextLimit limit;

  CopilotAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(answer, texts);
      case PERMISSION_REQUEST -> texts.putBehavior(answer);
      // A block would replace the tool's output, and the tool has run.
      case AFTER_TOOL, TOOL_FAILED -> texts.putComplaintAndContext(answer);
      case PROMPT_SUBMITTED -> {
        if (!texts.putBlock(answer, texts.denial())) {
          texts.putContext(answer);
        }
      }
      // The reason comes back as a prompt, and nothing else reaches the model.
      case STOP, SUBAGENT_STOP -> texts.putBlock(answer, texts.nextPrompt());
      case SESSION_START, SUBAGENT_START -> texts.putContext(answer);
      default -> {}
    }
    return texts.completed(answer);
  }

  private static void beforeTool(ObjectNode answer, AnswerTexts texts) {
    texts.putToolDecision(answer);
    if (!texts.is(Decision.DENY)) {
      texts.updatedInput().ifPresent(input -> answer.set("modifiedArgs", input));
      texts.putContext(answer);
    }
  }
}
