package swarmd.builtin.context;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.hooks.HookEvent;

/**
 * A command that has run.
 *
 * @param command with one space between its words
 * @param error the error message if it failed, without numbers, which differ each time
 */
record ShellRun(String command, Optional<String> error) {
  private static final int MAX_COMMAND = 500;
  private static final int MAX_ERROR = 300;
  private static final Pattern SPACE = Pattern.compile("\\s++");
  private static final Pattern NUMBERS = Pattern.compile("\\d++");

  /** Gemini CLI reports failures only in the text for the model; measured with 0.61.0. */
  private static final String EXIT_CODE = "\nExit Code: ";

  private static final int END = 200;

  /** Empty for commands that are too long to be repeated, or were interrupted by the user. */
  static Optional<ShellRun> of(HookEvent event) {
    return event.object("tool_input").get("command") instanceof String command
            && !command.isBlank()
            && command.length() <= MAX_COMMAND
            && !event.flag("is_interrupt")
        ? Optional.of(
            new ShellRun(
                SPACE.matcher(command.strip()).replaceAll(" "),
                error(event).map(ShellRun::normalize)))
        : Optional.empty();
  }

  /** A cheap check, because most commands succeed. */
  static boolean failed(HookEvent event) {
    return error(event).isPresent();
  }

  private static Optional<String> error(HookEvent event) {
    Map<?, ?> response = event.object("tool_response");
    if (response.get("error") instanceof String error && !error.isBlank()) {
      return Optional.of(error);
    }
    return response.get("llmContent") instanceof String text && endsWithExitCode(text)
        ? Optional.of(text)
        : event.text("error");
  }

  /** Qwen Code names the exit code of a success as well. */
  private static boolean endsWithExitCode(String text) {
    int at = text.indexOf(EXIT_CODE, text.length() - END);
    return at >= 0 && !text.startsWith("0", at + EXIT_CODE.length());
  }

  private static String normalize(String error) {
    String start = error.length() > MAX_ERROR ? error.substring(0, MAX_ERROR) : error;
    return NUMBERS.matcher(SPACE.matcher(start.strip()).replaceAll(" ")).replaceAll("#");
  }
}
