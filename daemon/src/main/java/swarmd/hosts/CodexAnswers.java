package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/**
 * Answers for Codex; measured with 0.166.0. It drops a whole answer that has a field it does not
 * know for that event, so nothing goes into one that is not listed here.
 */
final class CodexAnswers implements AnswerWriter {
  private final TextLimit limit;

  CodexAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(specific, texts);
      case PERMISSION_REQUEST -> texts.putPermission(specific);
      // A block would replace the tool's output, and the tool has run.
      case AFTER_TOOL -> texts.putComplaintAndContext(specific);
      case PROMPT_SUBMITTED -> {
        if (!texts.putBlock(answer, texts.denial())) {
          putContext(specific, texts);
        }
      }
      // With a context of its own the answer would be dropped.
      case STOP, SUBAGENT_STOP -> texts.putBlock(answer, texts.denialAndContext());
      case SESSION_START, SUBAGENT_START -> putContext(specific, texts);
      case SESSION_END, OTHER -> {
        return answer; // these take no field at all
      }
      default -> {}
    }
    return texts.completed(answer, specific);
  }

  /**
   * Codex cannot ask the person before a tool, and would go on. It takes another input only with
   * "allow", which by itself permits nothing.
   */
  private static void beforeTool(ObjectNode specific, AnswerTexts texts) {
    if (texts.is(Decision.DENY) || texts.is(Decision.ASK)) {
      specific
          .put("permissionDecision", "deny")
          .put("permissionDecisionReason", texts.denialInsteadOfQuestion("Codex"));
      return;
    }
    texts
        .updatedInput()
        .ifPresent(input -> specific.put("permissionDecision", "allow").set("updatedInput", input));
    putContext(specific, texts);
  }

  private static void putContext(ObjectNode specific, AnswerTexts texts) {
    texts.context().ifPresent(text -> specific.put("additionalContext", text));
  }
}
