package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.StopMarker;
import swarmd.json.Json;

/** What a result says, in texts that fit into an answer. */
final class AnswerTexts {
  static final String BETWEEN = "\n\n";

  /** More than what is put before a text, or in its place. */
  static final int MOST_ADDED = 100;

  private static final String NO_REASON = "a hook decided so and gave no reason";

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
    return present(result.reason()).map(limit::fit);
  }

  /** For who is denied something: hosts want a reason then. */
  String denial() {
    return reason().orElse(NO_REASON);
  }

  Optional<String> context() {
    return joined(result.context());
  }

  /** For hosts that pass on only one text: why something was denied, and the context. */
  String denialAndContext() {
    return withContext(present(result.reason()).orElse(NO_REASON));
  }

  /** The same for hosts that send it back as a prompt, which must not count as typed. */
  String nextPrompt() {
    return withContext(StopMarker.addTo(present(result.reason()).orElse(NO_REASON)));
  }

  private String withContext(String reason) {
    return joined(Stream.concat(Stream.of(reason), result.context().stream()).toList())
        .orElse(reason);
  }

  Optional<ObjectNode> updatedInput() {
    return result.updatedInput().map(Json::object);
  }

  Optional<String> systemMessage() {
    return present(result.systemMessage()).map(limit::fit);
  }

  /** For the model, and for the host beside it. */
  void putContext(ObjectNode specific) {
    context().ifPresent(text -> specific.put("additionalContext", text));
    putHostOutput(specific);
  }

  /** What only the host understands. A denial stands alone: one odd field may have it dropped. */
  void putHostOutput(ObjectNode specific) {
    if (!result.hostOutput().isEmpty() && !is(Decision.DENY)) {
      Json.object(result.hostOutput())
          .properties()
          .forEach(field -> specific.putIfAbsent(field.getKey(), field.getValue()));
    }
  }

  /** The whole answer; both hosts take the event's own part and the person's message alike. */
  ObjectNode completed(ObjectNode answer, ObjectNode specific) {
    if (specific.size() > 1) {
      answer.set("hookSpecificOutput", specific);
    }
    systemMessage().ifPresent(text -> answer.put("systemMessage", text));
    return answer.isEmpty() ? answer.put("continue", true) : answer;
  }

  private Optional<String> joined(List<String> texts) {
    List<String> present = texts.stream().filter(text -> !text.isBlank()).toList();
    return present.isEmpty()
        ? Optional.empty()
        : Optional.of(limit.fit(String.join(BETWEEN, present)));
  }

  private static Optional<String> present(Optional<String> text) {
    return text.filter(given -> !given.isBlank());
  }
}
