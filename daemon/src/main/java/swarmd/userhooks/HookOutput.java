package swarmd.userhooks;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * Reads the answers of hooks, whichever host they were written for. The hosts' field names differ,
 * but none of them has two meanings.
 */
final class HookOutput {
  private static final String SPECIFIC = "hookSpecificOutput";
  private static final List<String> INPUT = List.of("updatedInput", "updated_input");
  private static final List<String> CONTEXT = List.of("additionalContext", "additional_context");
  private static final List<String> DECISION =
      List.of("permissionDecision", "permission_decision", "decision");
  private static final List<String> REASON =
      List.of("permissionDecisionReason", "permission_decision_reason", "reason");

  /** Fields that become part of the result, and so are not passed on to the host as they are. */
  private static final Set<String> READ =
      Set.of(
          "hookEventName",
          "permissionDecision",
          "permission_decision",
          "decision",
          "permissionDecisionReason",
          "permission_decision_reason",
          "reason",
          "updatedInput",
          "updated_input",
          "tool_input",
          "additionalContext",
          "additional_context");

  private final HookEvent event;
  private final Map<String, Object> answer;
  private final Map<String, Object> specific;

  /** The decision of a PermissionRequest, where it is an object. */
  private final Map<String, Object> decisionObject;

  private HookOutput(HookEvent event, Map<String, Object> answer) {
    this.event = event;
    this.answer = answer;
    specific = object(answer.get(SPECIFIC)).orElse(Map.of());
    decisionObject = object(specific.get("decision")).or(this::topDecision).orElse(Map.of());
  }

  private Optional<Map<String, Object>> topDecision() {
    return object(answer.get("decision"));
  }

  /**
   * Text other than a JSON object is context. A permission request takes no context, and a guard's
   * broken answer may have been a denial, so there it is a failure.
   *
   * @throws InvalidInput if the answer cannot be used
   */
  static HookResult ofText(HookEvent event, String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      return HookResult.NOTHING;
    }
    if (event.is(EventKind.PERMISSION_REQUEST)) {
      return of(event, trimmed.getBytes(StandardCharsets.UTF_8));
    }
    if (!trimmed.startsWith("{")) {
      return HookResult.context(trimmed);
    }
    Map<String, Object> answer;
    try {
      answer = Json.parseObject(trimmed.getBytes(StandardCharsets.UTF_8));
    } catch (InvalidInput notJson) {
      return HookResult.context(trimmed);
    }
    return answer.isEmpty()
        ? HookResult.NOTHING
        : of(event, trimmed.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * @throws InvalidInput if the answer is not a JSON object, or contains an unknown decision or the
   *     same field twice, of which either may have been meant
   */
  static HookResult of(HookEvent event, byte[] json) {
    return of(event, Json.parseUniqueObject(json));
  }

  /**
   * @throws InvalidInput if the answer contains an unknown decision
   */
  static HookResult of(HookEvent event, Map<String, Object> answer) {
    return new HookOutput(event, answer).read();
  }

  private HookResult read() {
    if (event.is(EventKind.PERMISSION_REQUEST)) {
      requireKnownTypes();
    }
    if (hasDecisionObject() && decisionObject.get("behavior") == null) {
      throw InvalidInput.because("a decision that is an object needs a 'behavior'");
    }
    Optional<Decision> decision = event.isStop() || isSubagentStop() ? onStop() : onOtherEvent();
    Optional<String> message = text(answer, List.of("message"));
    Optional<String> reason =
        text(specific, REASON)
            .or(() -> text(decisionObject, List.of("message")))
            .or(() -> text(answer, REASON))
            .or(() -> text(answer, List.of("stopReason", "stop_reason")))
            .or(() -> message);
    Optional<String> context =
        text(specific, CONTEXT)
            .or(() -> text(answer, CONTEXT))
            .or(() -> decision.isPresent() || event.stopsAnAgent() ? Optional.empty() : message);
    return new HookResult(
            decision,
            decision.isPresent() ? reason : Optional.empty(),
            context.stream().toList(),
            updatedInput(),
            text(answer, List.of("systemMessage", "system_message")))
        .withHostOutput(hostOutput());
  }

  /** A guard's answer in another shape may have been meant as a denial. */
  private void requireKnownTypes() {
    if (answer.get(SPECIFIC) != null && !(answer.get(SPECIFIC) instanceof Map)) {
      throw InvalidInput.because("'" + SPECIFIC + "' must be an object");
    }
    if (answer.get("continue") != null && !(answer.get("continue") instanceof Boolean)) {
      throw InvalidInput.because("'continue' must be true or false");
    }
  }

  private boolean hasDecisionObject() {
    return specific.get("decision") instanceof Map || answer.get("decision") instanceof Map;
  }

  private boolean isSubagentStop() {
    return event.is(EventKind.SUBAGENT_STOP);
  }

  /**
   * Approving a stop leaves the decision to other hooks. continue:false ends the turn whatever they
   * decide, and continue:true with a reason keeps the agent working.
   */
  private Optional<Decision> onStop() {
    if (Boolean.FALSE.equals(answer.get("continue"))) {
      return Optional.of(Decision.ALLOW);
    }
    if (hasDecision()) {
      return word().filter(Decision.DENY::equals);
    }
    boolean continues =
        Boolean.TRUE.equals(answer.get("continue"))
            && text(answer, List.of("reason", "message")).isPresent();
    return continues ? Optional.of(Decision.DENY) : Optional.empty();
  }

  private Optional<Decision> onOtherEvent() {
    return Boolean.FALSE.equals(answer.get("continue")) ? Optional.of(Decision.DENY) : word();
  }

  private boolean hasDecision() {
    return words().findAny().isPresent();
  }

  /** Of several words for a permission the strictest counts, elsewhere the first. */
  private Optional<Decision> word() {
    if (!event.is(EventKind.PERMISSION_REQUEST)) {
      return words().findFirst().flatMap(HookOutput::decision);
    }
    Set<Decision> all =
        words().flatMap(word -> decision(word).stream()).collect(Collectors.toSet());
    return Stream.of(Decision.DENY, Decision.ASK, Decision.ALLOW).filter(all::contains).findFirst();
  }

  private Stream<Object> words() {
    return Stream.of(
            Stream.of(decisionObject.get("behavior")),
            DECISION.stream().map(specific::get),
            DECISION.stream().map(answer::get))
        .flatMap(values -> values)
        .filter(value -> value != null && !(value instanceof Map));
  }

  /** An unknown word is a failure, because a misspelt "deny" must not let anything pass. */
  private static Optional<Decision> decision(Object word) {
    return switch (String.valueOf(word).toLowerCase(Locale.ROOT)) {
      case "allow", "approve" -> Optional.of(Decision.ALLOW);
      case "ask" -> Optional.of(Decision.ASK);
      case "deny", "block" -> Optional.of(Decision.DENY);
      case "", "defer", "none", "passthrough" -> Optional.empty();
      default ->
          throw InvalidInput.because("'" + word + "' is not a decision; use allow, ask or deny");
    };
  }

  private Optional<Map<String, Object>> updatedInput() {
    return Stream.of(
            INPUT.stream().map(specific::get),
            Stream.of(specific.get("tool_input")),
            INPUT.stream().map(decisionObject::get),
            INPUT.stream().map(answer::get),
            Stream.of(answer.get("modifiedInput")))
        .flatMap(values -> values)
        .flatMap(value -> object(value).stream())
        .findFirst();
  }

  /** Fields for the host alone: llm_request, toolConfig, modifiedOutput. */
  private Map<String, Object> hostOutput() {
    Map<String, Object> rest = new LinkedHashMap<>(specific);
    rest.keySet().removeAll(READ);
    if (answer.get("modifiedOutput") != null) {
      rest.put("modifiedOutput", answer.get("modifiedOutput"));
    }
    return rest;
  }

  private static Optional<String> text(Map<String, Object> object, List<String> names) {
    return names.stream()
        .map(object::get)
        .filter(value -> value instanceof String text && !text.isBlank())
        .map(String.class::cast)
        .findFirst();
  }

  static Optional<Map<String, Object>> object(Object value) {
    return value instanceof Map<?, ?> map ? Optional.of(Json.fields(map)) : Optional.empty();
  }
}
