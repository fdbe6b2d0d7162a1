package swarmd.hooks;

import java.util.Optional;
import java.util.regex.Pattern;

/** What the person typed. */
public final class TypedPrompt {
  /**
   * A host without a terminal may put the context of our own SessionStart in front of the first
   * prompt. It escapes the brackets inside.
   */
  private static final Pattern HOOK_CONTEXT =
      Pattern.compile("\\s*+<hook_context>[^<]*+</hook_context>");

  private TypedPrompt() {}

  /**
   * Empty if the host generated the prompt, if it is the task of a subagent, or if it echoes one of
   * our own answers.
   */
  public static Optional<String> of(HookEvent event) {
    return event.agent().isPresent() ? Optional.empty() : ofMainAgent(event);
  }

  private static Optional<String> ofMainAgent(HookEvent event) {
    return submitted(event)
        .filter(text -> !text.isEmpty())
        .filter(text -> !text.startsWith("[swarmd") && !HostPrompt.matches(text))
        .map(CommandPrompt::typed);
  }

  /** Some hosts send the typed prompt beside the text of the command that it calls. */
  private static Optional<String> submitted(HookEvent event) {
    return event
        .text("submitted_prompt")
        .filter(text -> !text.isBlank())
        .or(() -> event.text("prompt"))
        .map(TypedPrompt::withoutHookContext);
  }

  /** Whether the host itself has put the text of a command in place of what the person typed. */
  public static boolean isExpanded(HookEvent event) {
    return of(event).filter(TypedPrompt::isCommand).isPresent()
        && event
            .text("prompt")
            .map(TypedPrompt::withoutHookContext)
            .filter(TypedPrompt::isCommand)
            .isEmpty();
  }

  private static boolean isCommand(String text) {
    return text.startsWith("/");
  }

  private static String withoutHookContext(String prompt) {
    String rest = prompt;
    for (var context = HOOK_CONTEXT.matcher(rest);
        context.lookingAt();
        context = HOOK_CONTEXT.matcher(rest)) {
      rest = rest.substring(context.end());
    }
    return rest.strip();
  }
}
