package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Any other host: continue and message, and the decision beside them. */
final class GenericAnswers implements AnswerWriter {
  private final TextLimit limit;

  GenericAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts said = new AnswerTexts(result, limit);
    boolean denied = said.is(Decision.DENY);
    boolean stops = event.stopsAnAgent();
    boolean refused = denied && event.kind().isRefusable();
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

  private static boolean takesInput(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL) || event.is(EventKind.PERMISSION_REQUEST);
  }
}
