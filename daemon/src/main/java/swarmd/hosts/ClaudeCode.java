package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.HookType;
import swarmd.json.Json;

/** Claude Code; measured with 2.1.325. */
final class ClaudeCode implements Host {
  private static final String SETUP = "Setup";

  private static final EventNames EVENTS =
      new EventNames()
          .with("UserPromptSubmit", HookType.KEYWORD_DETECTOR)
          .withStop("Stop")
          .with("SessionStart", HookType.SESSION_START)
          .with("SessionEnd", HookType.SESSION_END)
          .with("PreToolUse", HookType.PRE_TOOL_USE)
          .with("PostToolUse", HookType.POST_TOOL_USE)
          .with("PostToolUseFailure", HookType.POST_TOOL_USE)
          .with("SubagentStart", HookType.SUBAGENT_START)
          .with("SubagentStop", HookType.SUBAGENT_STOP)
          .with("PreCompact", HookType.PRE_COMPACT)
          .with("PermissionRequest", HookType.PERMISSION_REQUEST)
          .without(SETUP) // its trigger says which of two it is
          .without("Notification", "PostToolBatch", "StopFailure", "PostCompact")
          .without("PermissionDenied", "TaskCreated", "TaskCompleted", "TeammateIdle")
          .without("UserPromptExpansion", "MessageDisplay", "InstructionsLoaded", "ConfigChange")
          .without("CwdChanged", "DirectoryAdded", "FileChanged", "WorktreeCreate")
          .without("WorktreeRemove", "Elicitation", "ElicitationResult")
          .without("PreModelSwitch", "PostModelSwitch");

  private static final Map<String, List<HookType>> SETUP_TRIGGERS =
      Map.of(
          "init", List.of(HookType.SETUP_INIT),
          "maintenance", List.of(HookType.SETUP_MAINTENANCE));

  /**
   * Claude Code gives whoever writes the summary our whole answer as it is, as instructions;
   * measured with 2.1.325. So a word that a model understands is the name.
   */
  private static final String FOR_SUMMARY = "keep_in_the_summary";

  private final TextLimit limit;

  ClaudeCode(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "claude";
  }

  /** Other hosts have taken over its names of events, but call the session otherwise. */
  @Override
  public boolean recognises(Map<String, Object> payload) {
    boolean known = EVENTS.contains(payload.get("hook_event_name"));
    return known && !payload.containsKey("sessionId")
        || payload.containsKey("hook_event_name") && payload.containsKey("transcript_path");
  }

  @Override
  public List<HookType> types(String eventName, Map<String, Object> payload) {
    return eventName.equals(SETUP) && payload.get("trigger") instanceof String trigger
        ? SETUP_TRIGGERS.getOrDefault(trigger, List.of())
        : EVENTS.types(eventName);
  }

  @Override
  public Optional<String> eventName(List<HookType> types) {
    return SETUP_TRIGGERS.containsValue(types) ? Optional.of(SETUP) : EVENTS.name(types);
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts said = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    // With another event's name, or none, the host drops the whole answer.
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.name()) {
      case "PreToolUse" -> beforeTool(specific, said);
      case "PermissionRequest" -> permission(specific, said);
      case "PostToolUse", "PostToolUseFailure", "PostToolBatch" -> {
        block(answer, said);
        said.putContext(specific);
      }
      case "UserPromptSubmit" -> {
        if (!block(answer, said)) {
          said.putContext(specific);
        }
      }
      case "Stop", "SubagentStop" -> {
        if (block(answer, said)) {
          said.putContext(specific); // alone it would have the agent go on
        }
      }
      case "SessionStart", "SubagentStart" -> said.putContext(specific);
      case "PreCompact" -> {
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
