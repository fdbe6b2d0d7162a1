package swarmd.builtin.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt such as "/review src/A.java".
 *
 * @param name folders and the command, separated by colons
 * @param arguments the rest of the prompt
 */
record SlashCall(String name, String arguments) {
  private static final int MAX_PROMPT = 100_000;

  private static final Pattern FORM =
      Pattern.compile(
          "/([A-Za-z0-9_-]{1,64}(?::[A-Za-z0-9_-]{1,64}){0,4})(?:\\s++(.*+))?", Pattern.DOTALL);

  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*+)\"|'([^']*+)'|(\\S++)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$(?:ARGUMENTS\\b|([1-9])(?!\\d))");
  private static final int PLACEHOLDERS = 9;

  /** Empty if the prompt is not a call. */
  static Optional<SlashCall> of(String prompt) {
    if (!prompt.startsWith("/") || prompt.length() > MAX_PROMPT) {
      return Optional.empty();
    }
    Matcher call = FORM.matcher(prompt);
    return call.matches()
        ? Optional.of(
            new SlashCall(call.group(1), Optional.ofNullable(call.group(2)).orElse("").strip()))
        : Optional.empty();
  }

  /**
   * Replaces the template's placeholders with the arguments, or appends them if it has none.
   *
   * @param max stops replacing at this length, so that the result stays bounded
   */
  String expanded(String template, int max) {
    List<String> positional = positional();
    StringBuilder text = new StringBuilder();
    Matcher placeholder = PLACEHOLDER.matcher(template);
    int from = 0;
    while (text.length() <= max && placeholder.find()) {
      text.append(template, from, placeholder.start());
      text.append(
          placeholder.group(1) == null
              ? arguments
              : positional.get(placeholder.group(1).charAt(0) - '1'));
      from = placeholder.end();
    }
    boolean replaced = from > 0;
    text.append(template, from, template.length());
    return text + (replaced || arguments.isEmpty() ? "" : "\n\nArguments: " + arguments);
  }

  /** Nine values, one for each placeholder; quotes group words. */
  private List<String> positional() {
    List<String> found = new ArrayList<>();
    Matcher argument = ARGUMENT.matcher(arguments);
    while (found.size() < PLACEHOLDERS && argument.find()) {
      int group = argument.group(1) != null ? 1 : argument.group(2) != null ? 2 : 3;
      found.add(argument.group(group));
    }
    while (found.size() < PLACEHOLDERS) {
      found.add("");
    }
    return found;
  }
}
