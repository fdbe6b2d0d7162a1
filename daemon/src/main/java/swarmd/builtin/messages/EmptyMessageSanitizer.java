package swarmd.builtin.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.json.Json;

/** Replaces empty messages with a placeholder: some models refuse a conversation that has one. */
public final class EmptyMessageSanitizer implements HookHandler {
  static final String NO_PROMPT = "[user message was empty]";
  static final String NO_MESSAGE = "[message was empty]";

  /** Larger requests stay unchanged. */
  private static final int MAX_MESSAGES = 10_000;

  private static final String REQUEST = "llm_request";
  private static final String MESSAGES = "messages";
  private static final String CONTENT = "content";

  @Override
  public String name() {
    return "empty-message-sanitizer";
  }

  @Override
  public String description() {
    return "puts a placeholder where a message is empty";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (event.is(EventKind.PROMPT_SUBMITTED)) {
      return event.text("prompt").filter(String::isBlank).isPresent()
          ? CompletableFuture.completedStage(HookResult.context(NO_PROMPT))
          : HookResult.SILENCE;
    }
    Map<?, ?> request = event.object(REQUEST);
    return request.get(MESSAGES) instanceof List<?> messages
            && messages.size() <= MAX_MESSAGES
            && messages.stream().anyMatch(EmptyMessageSanitizer::isEmpty)
        ? CompletableFuture.completedStage(
            HookResult.NOTHING.withHostOutput(Map.of(REQUEST, filled(request))))
        : HookResult.SILENCE;
  }

  /** Hosts replace the whole request, so this keeps all messages in order. */
  private static Map<String, Object> filled(Map<?, ?> request) {
    Map<String, Object> filled = Json.fields(request);
    List<Object> messages = new ArrayList<>();
    for (Object message : (List<?>) request.get(MESSAGES)) {
      if (isEmpty(message)) {
        Map<String, Object> replacement = Json.fields((Map<?, ?>) message);
        replacement.put(CONTENT, NO_MESSAGE);
        messages.add(replacement);
      } else {
        messages.add(message);
      }
    }
    filled.put(MESSAGES, messages);
    return filled;
  }

  /** A message without text but with something else, such as a tool call, is not empty. */
  private static boolean isEmpty(Object message) {
    return message instanceof Map<?, ?> fields
        && fields.get(CONTENT) instanceof String content
        && content.isBlank();
  }
}
