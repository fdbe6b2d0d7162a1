package swarmd.builtin.messages;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import swarmd.hooks.HookEvent;

/**
 * The thinking in the last turns of a conversation.
 *
 * @param turns how many of the checked messages are the model's
 * @param without how many of those have no thinking, although others do
 */
record ThinkingBlocks(int turns, int without) {
  private static final int MAX_MESSAGES = 50;
  private static final int MAX_BLOCKS = 200;
  private static final Set<Object> MODEL = Set.of("assistant", "model");
  private static final Set<Object> THINKING = Set.of("thinking", "redacted_thinking");

  private enum Turn {
    WITH_THINKING,
    WITHOUT_THINKING
  }

  /** Empty unless some of the model's turns have thinking and others do not. */
  static Optional<ThinkingBlocks> inconsistent(HookEvent event) {
    List<?> messages = messages(event);
    List<Turn> turns =
        IntStream.range(Math.max(0, messages.size() - MAX_MESSAGES), messages.size())
            .mapToObj(messages::get)
            .flatMap(message -> turn(message).stream())
            .toList();
    int without = (int) turns.stream().filter(Turn.WITHOUT_THINKING::equals).count();
    return without == 0 || without == turns.size()
        ? Optional.empty()
        : Optional.of(new ThinkingBlocks(turns.size(), without));
  }

  private static List<?> messages(HookEvent event) {
    Object nested = event.object("llm_request").get("messages");
    return nested instanceof List<?> list ? list : event.list("messages");
  }

  /** Empty unless it is a model turn made of blocks: plain text never has thinking. */
  private static Optional<Turn> turn(Object message) {
    if (!(message instanceof Map<?, ?> fields) || !MODEL.contains(text(fields.get("role")))) {
      return Optional.empty();
    }
    Object blocks = fields.containsKey("parts") ? fields.get("parts") : fields.get("content");
    if (!(blocks instanceof List<?> list) || list.isEmpty()) {
      return Optional.empty();
    }
    boolean hasThinking = list.stream().limit(MAX_BLOCKS).anyMatch(ThinkingBlocks::isThinking);
    return Optional.of(hasThinking ? Turn.WITH_THINKING : Turn.WITHOUT_THINKING);
  }

  /** A host may leave the thinking text out and keep only its signature. */
  private static boolean isThinking(Object block) {
    if (!(block instanceof Map<?, ?> fields)) {
      return false;
    }
    return THINKING.contains(text(fields.get("type")))
            && (hasText(fields.get("thinking"))
                || hasText(fields.get("data"))
                || hasText(fields.get("signature")))
        || Boolean.TRUE.equals(fields.get("thought")) && hasText(fields.get("text"));
  }

  private static boolean hasText(Object value) {
    return !text(value).isBlank();
  }

  private static String text(Object value) {
    return value instanceof String text ? text : "";
  }
}
