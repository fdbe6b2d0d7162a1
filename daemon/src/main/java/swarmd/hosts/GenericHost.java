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

/** Any other host: continue and message, and the decision beside them. */
final class GenericHost implements Host {
  private static final EventNames EVENTS = events();

  private final TextLimit limit;

  GenericHost(TextLimit limit) {
    this.limit = limit;
  }

  private static EventNames events() {
    EventNames events = new EventNames();
    for (HookType type : HookType.values()) {
      events.with(type.label(), type);
    }
    return events
        .with("UserPromptSubmit", HookType.KEYWORD_DETECTOR)
        .withStop("Stop")
        .with("SessionStart", HookType.SESSION_START)
        .with("SessionEnd", HookType.SESSION_END)
        .with("PreToolUse", HookType.PRE_TOOL_USE)
        .with("PostToolUse", HookType.POST_TOOL_USE)
        .with("PostToolUseFailure", HookType.POST_TOOL_USE)
        .with("SubagentStart", HookType.SUBAGENT_START)
        .with("SubagentStop", HookType.SUBAGENT_STOP)
        .with("Compaction", HookType.PRE_COMPACT)
        .with("PermissionRequest", HookType.PERMISSION_REQUEST)
        .without("Notification");
  }

  @Override
  public String name() {
    return "generic";
  }

  @Override
  public boolean recognises(Map<String, Object> payload) {
    return true;
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
    boolean denied = said.is(Decision.DENY);
    boolean stops = event.stopsAnAgent();
    boolean refused = denied && canBeRefused(event);
    Optional<String> context = refused || stops && !denied ? Optional.empty() : said.context();

    ObjectNode answer = Json.object().put("continue", !refused);
    // On a Stop a message has the agent go on.
    message(said, denied, refused, context).ifPresent(text -> answer.put("message", text));
    said.decision().map(Decision::label).ifPresent(label -> answer.put("decision", label));
    (denied ? Optional.of(said.denial()) : said.reason())
        .ifPresent(text -> answer.put("reason", text));
    context.ifPresent(text -> answer.put("additionalContext", text));
    if (!denied && takesInput(event)) {
      said.updatedInput().ifPresent(input -> answer.set("updatedInput", input));
    }
    said.systemMessage().ifPresent(text -> answer.put("systemMessage", text));
    said.putHostOutput(answer);
    return answer;
  }

  private static Optional<String> message(
      AnswerTexts said, boolean denied, boolean refused, Optional<String> context) {
    if (refused) {
      return Optional.of(said.denial());
    }
    return denied ? Optional.of(said.denialAndContext()) : context;
  }

  /** Whether what the host is about to do can still be left undone. */
  private static boolean canBeRefused(HookEvent event) {
    return takesInput(event) || event.is(HookType.KEYWORD_DETECTOR);
  }

  private static boolean takesInput(HookEvent event) {
    return event.is(HookType.PRE_TOOL_USE) || event.is(HookType.PERMISSION_REQUEST);
  }
}
