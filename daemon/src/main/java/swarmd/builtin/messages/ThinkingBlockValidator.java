package swarmd.builtin.messages;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Reports once per conversation that some of the model's turns lost their thinking blocks. */
public final class ThinkingBlockValidator implements HookHandler {
  private static final Logger log = LoggerFactory.getLogger(ThinkingBlockValidator.class);
  private static final String NEWS = "thinking-block";

  private final DeliveryLog deliveries;

  public ThinkingBlockValidator(DeliveryLog deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public String name() {
    return "thinking-block-validator";
  }

  @Override
  public String description() {
    return "reports model turns without thinking; no known host sends the messages it reads";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    boolean hasMessages =
        event.fields().containsKey("messages") || event.fields().containsKey("llm_request");
    Optional<ThinkingBlocks> inconsistent =
        hasMessages && event.hasSession() ? ThinkingBlocks.inconsistent(event) : Optional.empty();
    if (inconsistent.isEmpty()) {
      return HookResult.SILENCE;
    }
    String text =
        "swarmd: %d of the last %d model turns have no thinking block, or an empty one; a model that checks them may refuse the conversation"
            .formatted(inconsistent.get().without(), inconsistent.get().turns());
    return deliveries
        .news(event, List.of(NEWS))
        .thenApply(news -> news.isEmpty() ? HookResult.NOTHING : report(event, text));
  }

  private static HookResult report(HookEvent event, String text) {
    log.warn("Session {}: {}", event.session().orElseThrow(), text);
    return HookResult.NOTHING.withSystemMessage(text);
  }
}
