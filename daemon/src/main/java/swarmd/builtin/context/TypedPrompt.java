package swarmd.builtin.context;

import java.util.Optional;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;

/** A prompt that a person has typed. */
final class TypedPrompt {
  private TypedPrompt() {}

  /** Empty if a machine made it: the host, or we ourselves in an earlier answer. */
  static Optional<String> of(HookEvent event) {
    return event
        .text("prompt")
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .filter(text -> Stream.of("[swarmd", "<task-notification").noneMatch(text::startsWith));
  }
}
