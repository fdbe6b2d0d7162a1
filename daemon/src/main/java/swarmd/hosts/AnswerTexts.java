package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.StopMarker;
import swarmd.json.Json;

/** A result's texts, shortened to fit into an answer. */
final class AnswerTexts {
  static final String SEPARATOR = "\n\n";

  /** Upper bound of the characters that are added to a text or replace it. */
  static final int MAX_ADDED = 100;

  private static final String NO_REASON = "a hook decided this without giving a reason";

  private final HookResult result;
  private final TextLimit limit;

  AnswerTexts(HookResult result, TextLimit limit) {
    this.result = result;
    this.limit = limit;
  }

  boolean is(Decision decision) {
    return result.is(decision);
  }

  Optional<Decision> decision() {
    return result.decision();
  }

  Optional<String> reason() {
    return nonBlank(result.reason()).map(limit::fit);
  }

  /** The reason of a denial, which hosts require. */
  String denial() {
    return reason().orElse(NO_REASON);
  }

  Optional<String> context() {
    return joined(result.context());
  }

  /** The reason of a denial and the context, for hosts that pass on a single text. */
  String denialAndContext() {
    return withContext(nonBlank(result.reason()).orElse(NO_REASON));
  }

  /**
   * The same, marked for hosts that send it back as a prompt, so that it does not count as typed.
   */
  String nextPrompt() {
    return withContext(StopMarker.addTo(nonBlank(result.reason()).orElse(NO_REASON)));
  }

  private String withContext(String reason) {
    return joined(Stream.concat(Stream.of(reason), result.context().stream()).toList())
        .orElse(reason);
  }

  Optional<ObjectNode> updatedInput() {
    return result.updatedInput().map(Json::object);
  }

  Optional<String> systemMessage() {
    return nonBlank(result.systemMessage()).map(limit::fit);
  }

  /** Adds the context for the model and the host's own fields. */
  void putContext(ObjectNode specific) {
    context().ifPresent(text -> specific.put("additionalContext", text));
    putHostOutput(specific);
  }

  /** Adds the host's own fields, but not to a denial: the host may drop one with an odd field. */
  void putHostOutput(ObjectNode specific) {
    if (!result.hostOutput().isEmpty() && !is(Decision.DENY)) {
      Json.object(result.hostOutput())
          .properties()
          .forEach(field -> specific.putIfAbsent(field.getKey(), field.getValue()));
    }
  }

  /** A complaint about a tool that has run, and the context. */
  Optional<String> complaintAndContext() {
    return is(Decision.DENY) ? Optional.of(denialAndContext()) : context();
  }

  /** The same as context, for hosts in which a block would hide the tool's output. */
  void putComplaintAndContext(ObjectNode specific) {
    complaintAndContext().ifPresent(text -> specific.put("additionalContext", text));
  }

  /** The reason of a denial, also for a question that the host cannot put to the person here. */
  String denialInsteadOfQuestion(String host) {
    return is(Decision.ASK)
        ? limit.fit(
            "%s cannot ask the person here, so this was denied: %s"
                .formatted(host, nonBlank(result.reason()).orElse(NO_REASON)))
        : denial();
  }

  /** Adds the decision about a tool call, if there is one. */
  void putToolDecision(ObjectNode fields) {
    decision().map(Decision::label).ifPresent(label -> fields.put("permissionDecision", label));
    if (is(Decision.DENY)) {
      fields.put("permissionDecisionReason", denial());
    } else if (decision().isPresent()) {
      reason().ifPresent(text -> fields.put("permissionDecisionReason", text));
    }
  }

  /** Adds the decision about a permission; without one, the host decides. */
  void putPermission(ObjectNode specific) {
    if (is(Decision.DENY) || is(Decision.ALLOW)) {
      putBehavior(specific.putObject("decision"));
    }
  }

  /** The same in hosts with flat answers. */
  void putBehavior(ObjectNode fields) {
    if (is(Decision.DENY)) {
      fields.put("behavior", "deny").put("message", denial());
    } else if (is(Decision.ALLOW)) {
      fields.put("behavior", "allow");
    }
  }

  /** Adds a denial of a prompt or a Stop; returns false if there is none. */
  boolean putBlock(ObjectNode answer, String reason) {
    boolean denied = is(Decision.DENY);
    if (denied) {
      answer.put("decision", "block").put("reason", reason);
    }
    return denied;
  }

  /** The whole answer of hosts that have a part for the event's own fields. */
  ObjectNode completed(ObjectNode answer, ObjectNode specific) {
    if (specific.size() > 1) {
      answer.set("hookSpecificOutput", specific);
    }
    return completed(answer);
  }

  /** The whole answer. */
  ObjectNode completed(ObjectNode answer) {
    systemMessage().ifPresent(text -> answer.put("systemMessage", text));
    return answer.isEmpty() ? answer.put("continue", true) : answer;
  }

  private Optional<String> joined(List<String> texts) {
    List<String> nonBlank = texts.stream().filter(text -> !text.isBlank()).toList();
    return nonBlank.isEmpty()
        ? Optional.empty()
        : Optional.of(limit.fit(String.join(SEPARATOR, nonBlank)));
  }

  private static Optional<String> nonBlank(Optional<String> text) {
    return text.filter(given -> !given.isBlank());
  }
}
