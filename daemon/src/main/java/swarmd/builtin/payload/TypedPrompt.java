package swarmd.builtin.payload;

import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HostPrompt;

/** A prompt that the user typed. */
public final class TypedPrompt {
  private TypedPrompt() {}

  /** Empty if the host generated the prompt, or if it echoes one of our own answers. */
  public static Optional<String> of(HookEvent event) {
    return event
        .text("prompt")
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .filter(text -> !text.startsWith("[swarmd") && !HostPrompt.matches(text));
  }
}
