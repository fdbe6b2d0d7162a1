package swarmd.hooks;

import java.util.Optional;
import java.util.regex.Pattern;

/** What the person typed. */
public final class TypedPrompt {
  /**
   * Without a terminal, a host puts the context of our own SessionStart in front of the first
   * prompt; it escapes the brackets inside. Measured with Gemini CLI 0.61.0.
   */
  private static final Pattern OWN_CONTEXT =
      Pattern.compile("\\A(?:\\s*+<hook_context>(?s:.*?)</hook_context>)++");

  private TypedPrompt() {}

  /** Empty if the host generated the prompt, or if it echoes one of our own answers. */
  public static Optional<String> of(HookEvent event) {
    return event
        .text("prompt")
        .map(prompt -> OWN_CONTEXT.matcher(prompt).replaceFirst("").strip())
        .filter(text -> !text.isEmpty())
        .filter(text -> !text.startsWith("[swarmd") && !HostPrompt.matches(text));
  }
}
