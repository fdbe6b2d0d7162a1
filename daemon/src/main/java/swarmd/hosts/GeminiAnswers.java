package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for Gemini CLI; measured with 0.61.0. */
final class GeminiAnswers implements AnswerWriter {
  private final TextLimit limit;

  GeminiAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(answer, specific, texts);
      case PROMPT_SUBMITTED -> {
        if (!deny(answer, texts, texts::denial)) {
          texts.putContext(specific);
        }
      }
      // The reason becomes the next prompt, and nothing else reaches the model.
      case STOP -> deny(answer, texts, texts::nextPrompt);
      // A denial would hide the tool's output from the model, and the tool has run.
      case AFTER_TOOL, TOOL_FAILED -> {
        texts.putComplaintAndContext(specific);
        texts.putHostOutput(specific);
      }
      case SESSION_START -> texts.putContext(specific);
      // A denial may come with a response that replaces the model's.
      case BEFORE_MODEL, AFTER_MODEL -> {
        deny(answer, texts, texts::denial);
        specific.setAll(Json.object(result.hostOutput()));
      }
      case BEFORE_TOOL_SELECTION -> specific.setAll(Json.object(result.hostOutput()));
      // Not an event of this host, but the hook command can name it.
      case PERMISSION_REQUEST -> deny(answer, texts, texts::denial);
      default -> {}
    }
    return texts.completed(answer, specific);
  }

  private static void beforeTool(ObjectNode answer, ObjectNode specific, AnswerTexts texts) {
    if (!deny(answer, texts, texts::denial)) {
      texts.decision().map(Decision::label).ifPresent(label -> answer.put("decision", label));
      if (texts.decision().isPresent()) {
        texts.reason().ifPresent(text -> answer.put("reason", text));
      }
      texts.updatedInput().ifPresent(input -> specific.set("tool_input", input));
      texts.putHostOutput(specific);
    }
  }

  private static boolean deny(ObjectNode answer, AnswerTexts texts, Supplier<String> reason) {
    boolean denied = texts.is(Decision.DENY);
    if (denied) {
      answer.put("decision", "deny").put("reason", reason.get());
    }
    return denied;
  }
}
