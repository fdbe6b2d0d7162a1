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
    AnswerTexts said = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(answer, specific, said);
      case PROMPT_SUBMITTED -> {
        if (!deny(answer, said, said::denial)) {
          said.putContext(specific);
        }
      }
      // The reason becomes the next prompt, and nothing else reaches the model.
      case STOP -> deny(answer, said, said::nextPrompt);
      case AFTER_TOOL, TOOL_FAILED -> afterTool(specific, said);
      case SESSION_START -> said.putContext(specific);
      // A denial may come with what is said in the model's place.
      case BEFORE_MODEL, AFTER_MODEL -> {
        deny(answer, said, said::denial);
        specific.setAll(Json.object(result.hostOutput()));
      }
      case BEFORE_TOOL_SELECTION -> specific.setAll(Json.object(result.hostOutput()));
      // Not an event of this host, but one may be named in the command.
      case PERMISSION_REQUEST -> deny(answer, said, said::denial);
      default -> {}
    }
    return said.completed(answer, specific);
  }

  private static void beforeTool(ObjectNode answer, ObjectNode specific, AnswerTexts said) {
    if (!deny(answer, said, said::denial)) {
      said.decision().map(Decision::label).ifPresent(label -> answer.put("decision", label));
      if (said.decision().isPresent()) {
        said.reason().ifPresent(text -> answer.put("reason", text));
      }
      said.updatedInput().ifPresent(input -> specific.set("tool_input", input));
      said.putHostOutput(specific);
    }
  }

  /** A denial would hide the tool's output from the model, and the tool has run. */
  private static void afterTool(ObjectNode specific, AnswerTexts said) {
    if (said.is(Decision.DENY)) {
      specific.put("additionalContext", said.denialAndContext());
    } else {
      said.putContext(specific);
    }
  }

  private static boolean deny(ObjectNode answer, AnswerTexts said, Supplier<String> reason) {
    boolean denied = said.is(Decision.DENY);
    if (denied) {
      answer.put("decision", "deny").put("reason", reason.get());
    }
    return denied;
  }
}
