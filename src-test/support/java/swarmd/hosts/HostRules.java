package swarmd.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swarmd.hooks.StopMarker;

/** The answer formats that hosts accept, written independently of the answer writers. */
public final class HostRules {
  private static final Map<String, Set<String>> CLAUDE_SPECIFIC =
      Map.of(
          "PreToolUse",
          Set.of(
              "permissionDecision",
              "permissionDecisionReason",
              "updatedInput",
              "additionalContext"),
          "PermissionRequest",
          Set.of("decision"),
          "SessionStart",
          Set.of("additionalContext"),
          "UserPromptSubmit",
          Set.of("additionalContext"),
          "PostToolUse",
          Set.of("additionalContext"),
          "PostToolUseFailure",
          Set.of("additionalContext"),
          "PostToolBatch",
          Set.of("additionalContext"),
          "SubagentStart",
          Set.of("additionalContext"),
          "SubagentStop",
          Set.of("additionalContext"),
          "Stop",
          Set.of("additionalContext"));
  private static final Set<String> CLAUDE_BLOCK =
      Set.of(
          "Stop",
          "SubagentStop",
          "UserPromptSubmit",
          "PreCompact",
          "PostToolUse",
          "PostToolUseFailure",
          "PostToolBatch");
  private static final Map<String, Set<String>> GEMINI_SPECIFIC =
      Map.of(
          "BeforeTool", Set.of("tool_input"),
          "BeforeModel", Set.of("llm_request", "llm_response"),
          "AfterModel", Set.of("llm_response"),
          "BeforeToolSelection", Set.of("toolConfig"),
          "SessionStart", Set.of("additionalContext"),
          "BeforeAgent", Set.of("additionalContext"),
          "AfterTool", Set.of("additionalContext"));
  private static final Map<String, Set<String>> GEMINI_DECISIONS =
      Map.of(
          "BeforeTool", Set.of("deny", "allow", "ask"),
          "BeforeModel", Set.of("deny"),
          "AfterModel", Set.of("deny"),
          "BeforeAgent", Set.of("deny"),
          "AfterAgent", Set.of("deny"));
  private static final Map<String, Set<String>> CODEX_SPECIFIC =
      Map.of(
          "PreToolUse",
          Set.of(
              "permissionDecision",
              "permissionDecisionReason",
              "updatedInput",
              "additionalContext"),
          "PermissionRequest",
          Set.of("decision"),
          "SessionStart",
          Set.of("additionalContext"),
          "UserPromptSubmit",
          Set.of("additionalContext"),
          "PostToolUse",
          Set.of("additionalContext"),
          "SubagentStart",
          Set.of("additionalContext"));
  private static final Map<String, Set<String>> COPILOT_FIELDS =
      Map.of(
          "PreToolUse",
          Set.of(
              "permissionDecision",
              "permissionDecisionReason",
              "modifiedArgs",
              "additionalContext"),
          "PermissionRequest",
          Set.of("behavior", "message"),
          "SessionStart",
          Set.of("additionalContext"),
          "UserPromptSubmit",
          Set.of("decision", "reason", "additionalContext"),
          "PostToolUse",
          Set.of("additionalContext"),
          "PostToolUseFailure",
          Set.of("additionalContext"),
          "SubagentStart",
          Set.of("additionalContext"),
          "Stop",
          Set.of("decision", "reason"),
          "SubagentStop",
          Set.of("decision", "reason"));
  private static final Map<String, Set<String>> QWEN_SPECIFIC =
      Map.of(
          "PreToolUse",
          Set.of("permissionDecision", "permissionDecisionReason"),
          "PermissionRequest",
          Set.of("decision"),
          "SessionStart",
          Set.of("additionalContext"),
          "UserPromptSubmit",
          Set.of("additionalContext"),
          "PostToolUse",
          Set.of("additionalContext"),
          "PostToolUseFailure",
          Set.of("additionalContext"),
          "PostToolBatch",
          Set.of("additionalContext"));
  private static final Map<String, Set<String>> OPENCODE_FIELDS =
      Map.of(
          "PreToolUse", Set.of("decision", "reason", "updatedInput"),
          "PermissionRequest", Set.of("decision", "reason"),
          "UserPromptSubmit", Set.of("decision", "reason", "context"),
          "PostToolUse", Set.of("context"),
          "SessionStart", Set.of("context"),
          "SubagentStart", Set.of("context"),
          "PreCompact", Set.of("context"),
          "Stop", Set.of("decision", "reason"),
          "SubagentStop", Set.of("decision", "reason"));
  private static final Set<String> TOP =
      Set.of(
          "continue",
          "decision",
          "reason",
          "systemMessage",
          "hookSpecificOutput",
          "keep_in_the_summary");
  private static final Set<String> GENERIC_TOP =
      Set.of(
          "continue",
          "message",
          "decision",
          "reason",
          "additionalContext",
          "updatedInput",
          "systemMessage");

  private final List<String> problems = new ArrayList<>();
  private final ObjectNode answer;

  private HostRules(ObjectNode answer) {
    this.answer = answer;
  }

  /** The problems of an answer to an event; empty if the host accepts it. */
  public static List<String> problems(String host, String event, ObjectNode answer) {
    HostRules rules = new HostRules(answer);
    rules.texts(answer);
    switch (host) {
      case "claude" -> rules.claude(event);
      case "gemini" -> rules.gemini(event);
      case "codex" -> rules.codex(event);
      case "copilot" -> rules.copilot(event);
      case "qwen" -> rules.qwen(event);
      case "opencode" -> rules.opencode(event);
      default -> rules.generic();
    }
    return rules.problems;
  }

  private void claude(String event) {
    check(!answer.has("keep_in_the_summary") || event.equals("PreCompact"), "there is no summary");
    common();
    specific(event, CLAUDE_SPECIFIC);
    if (answer.has("decision")) {
      check(CLAUDE_BLOCK.contains(event), "this event takes no decision");
      check(answer.path("decision").asText().equals("block"), "the decision must be block");
      check(answer.has("reason"), "a block needs a reason");
    } else if (event.equals("Stop") || event.equals("SubagentStop")) {
      check(!answer.has("hookSpecificOutput"), "context would have the agent go on");
    }
    JsonNode specific = answer.path("hookSpecificOutput");
    if (specific.has("permissionDecision")) {
      String decision = specific.get("permissionDecision").asText();
      check(Set.of("allow", "deny", "ask").contains(decision), "no such decision");
    }
    if (specific.has("decision")) {
      JsonNode decision = specific.get("decision");
      check(Set.of("allow", "deny").contains(decision.path("behavior").asText()), "no behavior");
      check(
          decision.has("message") || decision.path("behavior").asText().equals("allow"),
          "a denial needs a message");
    }
  }

  private void gemini(String event) {
    common();
    specific(event, GEMINI_SPECIFIC);
    if (answer.has("decision")) {
      String decision = answer.get("decision").asText();
      check(
          GEMINI_DECISIONS.getOrDefault(event, Set.of()).contains(decision),
          "this event does not take " + decision);
      check(answer.has("reason") || !decision.equals("deny"), "a denial needs a reason");
    }
  }

  /** One field that it does not know, and Codex drops the whole answer. */
  private void codex(String event) {
    Set<String> top =
        switch (event) {
          case "SessionEnd" -> Set.of();
          case "Interrupt" -> Set.of("systemMessage");
          case "PreCompact", "PostCompact", "PreModelRequest" ->
              Set.of("continue", "systemMessage");
          case "Stop", "SubagentStop", "UserPromptSubmit" ->
              Set.of("continue", "systemMessage", "decision", "reason", "hookSpecificOutput");
          default -> Set.of("continue", "systemMessage", "hookSpecificOutput");
        };
    answer.fieldNames().forEachRemaining(key -> check(top.contains(key), "unknown " + key));
    check(answer.path("continue").asBoolean(true), "continue:false ends the turn");
    check(!answer.has("decision") || answer.has("reason"), "a block needs a reason");
    check(answer.path("decision").asText("block").equals("block"), "the decision must be block");
    boolean stops = event.equals("Stop") || event.equals("SubagentStop");
    check(!stops || !answer.has("hookSpecificOutput"), "context drops the answer");
    specific(event, CODEX_SPECIFIC);
    JsonNode specific = answer.path("hookSpecificOutput");
    String decision = specific.path("permissionDecision").asText("");
    check(Set.of("", "allow", "deny").contains(decision), "it cannot ask");
    check(
        !decision.equals("deny") || !specific.path("permissionDecisionReason").asText().isBlank(),
        "a denial without a reason is dropped");
    check(
        specific.has("updatedInput") == decision.equals("allow"),
        "another input goes with allow, and allow alone does nothing");
    permission(specific, Set.of("behavior", "message"));
    bytes(answer);
  }

  private void permission(JsonNode specific, Set<String> known) {
    if (specific.has("decision")) {
      JsonNode decision = specific.get("decision");
      check(Set.of("allow", "deny").contains(decision.path("behavior").asText()), "no behavior");
      check(
          decision.has("message") == decision.path("behavior").asText().equals("deny"),
          "only a denial has a message");
      decision.fieldNames().forEachRemaining(key -> check(known.contains(key), "unknown " + key));
    }
  }

  /** Codex counts four bytes as a token, and shows no more than 2,500 of them. */
  private void bytes(JsonNode node) {
    node.properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual()) {
                int length = field.getValue().textValue().getBytes(StandardCharsets.UTF_8).length;
                check(length < 10_000, field.getKey() + " is cut to a preview");
              } else if (!field.getKey().equals("updatedInput")) {
                bytes(field.getValue());
              }
            });
  }

  /** Everything is at the top; a nested part counts only before tools. */
  private void copilot(String event) {
    check(!answer.isEmpty(), "the answer is empty");
    check(answer.path("continue").asBoolean(true), "continue:false ends the turn");
    Set<String> known = COPILOT_FIELDS.getOrDefault(event, Set.of());
    answer
        .fieldNames()
        .forEachRemaining(
            key ->
                check(
                    known.contains(key) || Set.of("continue", "systemMessage").contains(key),
                    "ignored " + key));
    if (answer.has("decision")) {
      check(answer.get("decision").asText().equals("block"), "the decision must be block");
      check(answer.has("reason"), "a block needs a reason");
    }
    if (event.equals("Stop") || event.equals("SubagentStop")) {
      check(
          !answer.has("reason") || StopMarker.isOn(answer.get("reason").asText()),
          "the reason comes back as a prompt");
    }
    if (answer.has("behavior")) {
      boolean denies = answer.get("behavior").asText().equals("deny");
      check(denies || answer.get("behavior").asText().equals("allow"), "no such behavior");
      check(denies == answer.has("message"), "only a denial has a message");
    }
    String decision = answer.path("permissionDecision").asText("");
    check(Set.of("", "allow", "deny", "ask").contains(decision), "no such decision");
    check(
        !decision.equals("deny") || answer.has("permissionDecisionReason"),
        "a denial needs a reason");
  }

  private void qwen(String event) {
    common();
    specific(event, QWEN_SPECIFIC);
    check(
        !answer.has("decision")
            || Set.of("Stop", "SubagentStop", "UserPromptSubmit").contains(event),
        "a block is ignored here");
    check(answer.path("decision").asText("block").equals("block"), "the decision must be block");
    JsonNode specific = answer.path("hookSpecificOutput");
    String decision = specific.path("permissionDecision").asText("");
    check(Set.of("", "allow", "deny", "ask").contains(decision), "no such decision");
    permission(specific, Set.of("behavior", "message", "updatedInput"));
  }

  /** The fields that our plugin reads. */
  private void opencode(String event) {
    check(answer.path("continue").asBoolean(), "continue is missing");
    Set<String> known = OPENCODE_FIELDS.getOrDefault(event, Set.of());
    answer
        .fieldNames()
        .forEachRemaining(
            key ->
                check(
                    known.contains(key) || Set.of("continue", "systemMessage").contains(key),
                    "unknown " + key));
    String decision = answer.path("decision").asText("");
    check(
        decision.isEmpty()
            || decision.equals("deny")
            || decision.equals("allow") && event.equals("PermissionRequest"),
        "no such decision");
    check(decision.equals("deny") == answer.has("reason"), "only a denial has a reason");
    check(
        !event.equals("Stop")
            || !answer.has("reason")
            || StopMarker.isOn(answer.get("reason").asText()),
        "the reason becomes a prompt");
  }

  private void generic() {
    answer.fieldNames().forEachRemaining(key -> check(GENERIC_TOP.contains(key), "unknown " + key));
    check(answer.path("continue").isBoolean(), "continue is missing");
    check(answer.path("continue").asBoolean() || answer.has("message"), "a refusal has a message");
  }

  private void common() {
    answer.fieldNames().forEachRemaining(key -> check(TOP.contains(key), "unknown " + key));
    check(answer.path("continue").asBoolean(true), "continue:false ends the turn");
    check(!answer.isEmpty(), "the answer is empty");
    check(!answer.has("reason") || answer.has("decision"), "a reason of nothing");
  }

  private void specific(String event, Map<String, Set<String>> known) {
    if (answer.has("hookSpecificOutput")) {
      JsonNode specific = answer.get("hookSpecificOutput");
      check(known.containsKey(event), "this event takes no hookSpecificOutput");
      check(specific.path("hookEventName").asText().equals(event), "another event's name");
      check(specific.size() > 1, "an empty hookSpecificOutput");
      Set<String> keys = known.getOrDefault(event, Set.of());
      specific
          .fieldNames()
          .forEachRemaining(
              key -> check(key.equals("hookEventName") || keys.contains(key), "unknown " + key));
    }
  }

  private void texts(JsonNode node) {
    node.properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual()) {
                check(field.getValue().textValue().length() <= 10_000, field.getKey() + " is long");
              } else if (!Set.of("updatedInput", "tool_input", "modifiedArgs")
                  .contains(field.getKey())) {
                texts(field.getValue());
              }
            });
  }

  private void check(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem + ": " + answer);
    }
  }
}
