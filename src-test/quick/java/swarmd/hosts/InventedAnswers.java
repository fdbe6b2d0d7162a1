package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;

/** Answers for a host that does not exist: a verdict, and what to tell the model. */
final class InventedAnswers implements AnswerWriter {
  private final TextLimit limit;

  InventedAnswers(TextLimit limit) {
    this.limit = limit;
  }

  @Override
  public ObjectNode write(HookEvent event, HookResult result) {
    AnswerTexts texts = new AnswerTexts(result, limit);
    ObjectNode answer = Json.object().put("verdict", texts.is(Decision.DENY) ? "no" : "yes");
    if (texts.is(Decision.DENY)) {
      answer.put("because", texts.denial());
    }
    texts.context().ifPresent(text -> answer.put("note", text));
    return answer;
  }
}
