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
 * @param turns how many of the messages looked at are the model's
 * @param without how many of those have no thinking, although others have
 */
record ThinkingBlocks(int turns, int without) {
  private static final int LOOKED_AT = 50;
  private static final int BLOCKS_LOOKED_AT = 200;
  private static final Set<Object> MODEL = Set.of("assistant", "model");
  private static final Set<Object> THINKING = Set.of("thinking", "redacted_thinking");

  private enum Turn {
    THOUGHT,
    THOUGHTLESS
  }

  /** Empty unless some of the model's turns have thinking and others have not. */
  static Optional<ThinkingBlocks> uneven(HookEvent event) {
    List<?> messages = messages(event);
    List<Turn> turns =
        IntStream.range(Math.max(0, messages.size() - LOOKED_AT), messages.size())
            .mapToObj(messages::get)
            .flatMap(message -> turn(message).stream())
            .toList();
    int without = (int) turns.stream().filter(Turn.THOUGHTLESS::equals).count();
    return without == 0 || without == turns.size()
        ? Optional.empty()
        : Optional.of(new ThinkingBlocks(turns.size(), without));
  }

  private static List<?> messages(HookEvent event) {
    Object nested = event.object("llm_request").get("messages");
    return nested instanceof List<?> list ? list : event.list("messages");
  }

  /** Empty unless it is a turn of the model that came in blocks: a mere text never has thinking. */
  private static Optional<Turn> turn(Object message) {
    if (!(message instanceof Map<?, ?> fields) || !MODEL.contains(text(fields.get("role")))) {
      return Optional.empty();
    }
    Object blocks = fields.containsKey("parts") ? fields.get("parts") : fields.get("content");
    if (!(blocks instanceof List<?> list) || list.isEmpty()) {
      return Optional.empty();
    }
    boolean thought = list.stream().limit(BLOCKS_LOOKED_AT).anyMatch(ThinkingBlocks::isThinking);
    return Optional.of(thought ? Turn.THOUGHT : Turn.THOUGHTLESS);
  }

  /** Where a host leaves thinking out, its signature stands for it. */
  private static boolean isThinking(Object block) {
    if (!(block instanceof Map<?, ?> fields)) {
      return false;
    }
    return THINKING.contains(text(fields.get("type")))
            && (isSaid(fields.get("thinking"))
                || isSaid(fields.get("data"))
                || isSaid(fields.get("signature")))
        || Boolean.TRUE.equals(fields.get("thought")) && isSaid(fields.get("text"));
  }

  private static boolean isSaid(Object value) {
    return !text(value).isBlank();
  }

  private static String text(Object value) {
    return value instanceof String text ? text : "";
  }
}
