package swarmd.userhooks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * Reads what hooks answer, whichever host they were written for: every dialect has its own names,
 * and none uses another's for something else.
 */
final class HookOutput {
  private static final String SPECIFIC = "hookSpecificOutput";
  private static final List<String> INPUT = List.of("updatedInput", "updated_input");
  private static final List<String> CONTEXT = List.of("additionalContext", "additional_context");
  private static final List<String> DECISION =
      List.of("permissionDecision", "permission_decision", "decision");
  private static final List<String> REASON =
      List.of("permissionDecisionReason", "permission_decision_reason", "reason");

  /** What has a place in a result, so that it is not passed on to the host a second time. */
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

  /** Where a PermissionRequest's decision is an object. */
  private final Map<String, Object> decided;

  private HookOutput(HookEvent event, Map<String, Object> answer) {
    this.event = event;
    this.answer = answer;
    specific = object(answer.get(SPECIFIC)).orElse(Map.of());
    decided = object(specific.get("decision")).or(this::topDecision).orElse(Map.of());
  }

  private Optional<Map<String, Object>> topDecision() {
    return object(answer.get("decision"));
  }

  /** Anything but a JSON object is context. */
  static HookResult ofText(HookEvent event, String text) {
    String trimmed = text.strip();
    if (trimmed.isEmpty()) {
      return HookResult.NOTHING;
    }
    if (!trimmed.startsWith("{")) {
      return HookResult.context(trimmed);
    }
    Map<String, Object> answer;
    try {
      answer = Json.parseObject(trimmed.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    } catch (InvalidInput noJson) {
      return HookResult.context(trimmed);
    }
    return of(event, answer);
  }

  /**
   * @throws InvalidInput if it decides something that is no decision
   */
  static HookResult of(HookEvent event, Map<String, Object> answer) {
    return new HookOutput(event, answer).read();
  }

  private HookResult read() {
    if (!decided.isEmpty() && decided.get("behavior") == null) {
      throw InvalidInput.because("a decision that is an object needs a 'behavior'");
    }
    Optional<Decision> decision = event.isStop() || isSubagentStop() ? onStop() : elsewhere();
    Optional<String> message = text(answer, List.of("message"));
    Optional<String> reason =
        text(specific, REASON)
            .or(() -> text(decided, List.of("message")))
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

  private boolean isSubagentStop() {
    return event.is(EventKind.SUBAGENT_STOP);
  }

  /**
   * To approve of a stop is no more than not to hold it: others may. continue:false ends the turn
   * whatever others say, and continue:true with a reason has the agent go on.
   */
  private Optional<Decision> onStop() {
    if (Boolean.FALSE.equals(answer.get("continue"))) {
      return Optional.of(Decision.ALLOW);
    }
    if (saysDecision()) {
      return word().filter(Decision.DENY::equals);
    }
    boolean goOn =
        Boolean.TRUE.equals(answer.get("continue"))
            && text(answer, List.of("reason", "message")).isPresent();
    return goOn ? Optional.of(Decision.DENY) : Optional.empty();
  }

  private Optional<Decision> elsewhere() {
    return Boolean.FALSE.equals(answer.get("continue")) ? Optional.of(Decision.DENY) : word();
  }

  private boolean saysDecision() {
    return words().findAny().isPresent();
  }

  private Optional<Decision> word() {
    return words().findFirst().flatMap(HookOutput::decision);
  }

  private Stream<Object> words() {
    return Stream.of(
            Stream.of(decided.get("behavior")),
            DECISION.stream().map(specific::get),
            DECISION.stream().map(answer::get))
        .flatMap(values -> values)
        .filter(value -> value != null && !(value instanceof Map));
  }

  /** A misspelt "deny" must not let anything pass: whoever says so has failed. */
  private static Optional<Decision> decision(Object word) {
    return switch (String.valueOf(word).toLowerCase(Locale.ROOT)) {
      case "allow", "approve" -> Optional.of(Decision.ALLOW);
      case "ask" -> Optional.of(Decision.ASK);
      case "deny", "block" -> Optional.of(Decision.DENY);
      case "", "defer", "none", "passthrough" -> Optional.empty();
      default ->
          throw InvalidInput.because("'" + word + "' is no decision; it is allow, ask or deny");
    };
  }

  private Optional<Map<String, Object>> updatedInput() {
    return Stream.of(
            INPUT.stream().map(specific::get),
            Stream.of(specific.get("tool_input")),
            INPUT.stream().map(decided::get),
            INPUT.stream().map(answer::get),
            Stream.of(answer.get("modifiedInput")))
        .flatMap(values -> values)
        .flatMap(value -> object(value).stream())
        .findFirst();
  }

  /** What only the host understands: llm_request, toolConfig, modifiedOutput. */
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
