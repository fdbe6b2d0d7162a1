package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Any other host: continue and message, plus the decision. */
final class GenericAnswers implements AnswerWriter {
  private final TextLimit limit;

  GenericAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    boolean denied = texts.is(Decision.DENY);
    boolean stops = event.stopsAnAgent();
    boolean refused = denied && event.kind().isRefusable();
    Optional<String> context = refused || stops && !denied ? Optional.empty() : texts.context();

    ObjectNode answer = Json.object().put("continue", !refused);
    // On a Stop, a message keeps the agent working.
    message(texts, denied, refused, context).ifPresent(text -> answer.put("message", text));
    texts.decision().map(Decision::label).ifPresent(label -> answer.put("decision", label));
    (denied ? Optional.of(texts.denial()) : texts.reason())
        .ifPresent(text -> answer.put("reason", text));
    context.ifPresent(text -> answer.put("additionalContext", text));
    if (!denied && takesInput(event)) {
      texts.updatedInput().ifPresent(input -> answer.set("updatedInput", input));
    }
    texts.systemMessage().ifPresent(text -> answer.put("systemMessage", text));
    texts.putHostOutput(answer);
    return answer;
  }

  private static Optional<String> message(
      AnswerTexts texts, boolean denied, boolean refused, Optional<String> context) {
    if (refused) {
      return Optional.of(texts.denial());
    }
    return denied ? Optional.of(texts.denialAndContext()) : context;
  }

  private static boolean takesInput(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL) || event.is(EventKind.PERMISSION_REQUEST);
  }
}
