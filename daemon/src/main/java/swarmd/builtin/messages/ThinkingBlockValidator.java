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

/** Tells the person, once, that turns of the model have lost their thinking. */
public final class ThinkingBlockValidator implements HookHandler {
  private static final Logger log = LoggerFactory.getLogger(ThinkingBlockValidator.class);
  private static final String NEWS = "thinking-block";

  private final DeliveryLog told;

  public ThinkingBlockValidator(DeliveryLog told) {
    this.told = told;
  }

  @Override
  public String name() {
    return "thinking-block-validator";
  }

  @Override
  public String description() {
    return "reports turns of the model whose thinking is missing or empty";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    boolean hasMessages =
        event.fields().containsKey("messages") || event.fields().containsKey("llm_request");
    Optional<ThinkingBlocks> uneven =
        hasMessages && event.hasSession() ? ThinkingBlocks.uneven(event) : Optional.empty();
    if (uneven.isEmpty()) {
      return HookResult.SILENCE;
    }
    String text =
        "swarmd: %d of the last %d turns of the model have no thinking block, or an empty one; a model that checks them may refuse the conversation"
            .formatted(uneven.get().without(), uneven.get().turns());
    return told.news(event, List.of(NEWS))
        .thenApply(news -> news.isEmpty() ? HookResult.NOTHING : reported(event, text));
  }

  private static HookResult reported(HookEvent event, String text) {
    log.warn("Session {}: {}", event.session().orElseThrow(), text);
    return HookResult.NOTHING.withSystemMessage(text);
  }
}
