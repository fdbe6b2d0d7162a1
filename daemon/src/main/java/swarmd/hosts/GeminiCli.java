package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.HookType;
import swarmd.json.Json;

/** Gemini CLI; measured with 0.61.0. */
final class GeminiCli implements Host {
  private static final EventNames EVENTS =
      new EventNames()
          .with("BeforeAgent", HookType.KEYWORD_DETECTOR)
          .withStop("AfterAgent")
          .with("SessionStart", HookType.SESSION_START)
          .with("SessionEnd", HookType.SESSION_END)
          .with("BeforeTool", HookType.PRE_TOOL_USE)
          .with("AfterTool", HookType.POST_TOOL_USE)
          .with("PreCompress", HookType.PRE_COMPACT)
          .without("BeforeModel", "AfterModel", "BeforeToolSelection", "Notification");

  /** Claude Code has events of these names, too, but no timestamp in them. */
  private static final Set<String> SHARED = Set.of("SessionStart", "SessionEnd", "Notification");

  private final TextLimit limit;

  GeminiCli(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public boolean recognises(Map<String, Object> payload) {
    Object event = payload.get("hook_event_name");
    return EVENTS.contains(event) && (!SHARED.contains(event) || payload.containsKey("timestamp"));
  }

  @Override
  public List<HookType> types(String eventName, Map<String, Object> payload) {
    return EVENTS.types(eventName);
  }

  @Override
  public Optional<String> eventName(List<HookType> types) {
    return EVENTS.name(types);
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts said = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object();
    ObjectNode specific = Json.object().put("hookEventName", event.name());
    switch (event.name()) {
      case "BeforeTool" -> beforeTool(answer, specific, said);
      case "BeforeAgent" -> {
        if (!deny(answer, said, said::denial)) {
          said.putContext(specific);
        }
      }
      // The reason becomes the next prompt, and nothing else reaches the model.
      case "AfterAgent" -> deny(answer, said, said::nextPrompt);
      case "AfterTool" -> afterTool(specific, said);
      case "SessionStart" -> said.putContext(specific);
      // A denial may come with what is said in the model's place.
      case "BeforeModel", "AfterModel" -> {
        deny(answer, said, said::denial);
        specific.setAll(Json.object(result.hostOutput()));
      }
      case "BeforeToolSelection" -> specific.setAll(Json.object(result.hostOutput()));
      default -> {
        if (event.is(
            HookType.PERMISSION_REQUEST)) { // not an event of its own, but one may be named
          deny(answer, said, said::denial);
        }
      }
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
