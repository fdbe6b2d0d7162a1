package swarmd.builtin;

import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HostPrompt;

/** A prompt that a person has typed. */
public final class TypedPrompt {
  private TypedPrompt() {}

  /** Empty if a machine made it: the host, or we ourselves in an earlier answer. */
  public static Optional<String> of(HookEvent event) {
    return event
        .text("prompt")
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .filter(text -> !text.startsWith("[swarmd") && !HostPrompt.matches(text));
  }
}
