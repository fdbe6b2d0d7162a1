package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for Claude Code; measured with 2.1.325. */
final class ClaudeAnswers implements AnswerWriter {
  /**
   * Claude Code gives whoever writes the summary our whole answer as it is, as instructions;
   * measured with 2.1.325. So a word that a model understands is the name.
   */
  private static final String FOR_SUMMARY = "keep_in_the_summary";

  private final TextLimit limit;

  ClaudeAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts said = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    // With another event's name, or none, the host drops the whole answer.
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.kind()) {
      case BEFORE_TOOL -> beforeTool(specific, said);
      case PERMISSION_REQUEST -> permission(specific, said);
      case AFTER_TOOL, TOOL_FAILED, TOOL_BATCH -> {
        block(answer, said);
        said.putContext(specific);
      }
      case PROMPT_SUBMITTED -> {
        if (!block(answer, said)) {
          said.putContext(specific);
        }
      }
      case STOP, SUBAGENT_STOP -> {
        if (block(answer, said)) {
          said.putContext(specific); // alone it would have the agent go on
        }
      }
      case SESSION_START, SUBAGENT_START -> said.putContext(specific);
      case BEFORE_COMPACTION -> {
        if (!block(answer, said)) {
          said.context().ifPresent(text -> answer.put(FOR_SUMMARY, text));
        }
      }
      default -> {}
    }
    return said.completed(answer, specific);
  }

  private static void beforeTool(ObjectNode specific, AnswerTexts said) {
    said.decision()
        .map(Decision::label)
        .ifPresent(label -> specific.put("permissionDecision", label));
    if (said.is(Decision.DENY)) {
      specific.put("permissionDecisionReason", said.denial());
    } else {
      if (said.decision().isPresent()) {
        said.reason().ifPresent(text -> specific.put("permissionDecisionReason", text));
      }
      said.updatedInput().ifPresent(input -> specific.set("updatedInput", input));
      said.putContext(specific);
    }
  }

  /** Anything but a decision leaves it to the host. */
  private static void permission(ObjectNode specific, AnswerTexts said) {
    if (said.is(Decision.DENY)) {
      specific.putObject("decision").put("behavior", "deny").put("message", said.denial());
    } else if (said.is(Decision.ALLOW)) {
      ObjectNode decision = specific.putObject("decision").put("behavior", "allow");
      said.updatedInput().ifPresent(input -> decision.set("updatedInput", input));
    }
  }

  private static boolean block(ObjectNode answer, AnswerTexts said) {
    boolean denied = said.is(Decision.DENY);
    if (denied) {
      answer.put("decision", "block").put("reason", said.denial());
    }
    return denied;
  }
}
