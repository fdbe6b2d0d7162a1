package swarmd.builtin.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt such as "/review src/A.java".
 *
 * @param name folders and the command, with colons between them
 * @param arguments all that follows
 */
record SlashCall(String name, String arguments) {
  private static final int MAX_PROMPT = 100_000;

  private static final Pattern FORM =
      Pattern.compile(
          "/([A-Za-z0-9_-]{1,64}(?::[A-Za-z0-9_-]{1,64}){0,4})(?:\\s++(.*+))?", Pattern.DOTALL);

  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*+)\"|'([^']*+)'|(\\S++)");
  private static final Pattern PLACE = Pattern.compile("\\$(?:ARGUMENTS\\b|([1-9])(?!\\d))");
  private static final int PLACES = 9;

  /** Empty if the prompt is no call. */
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
   * The template with the arguments in their places, or after it if it has none.
   *
   * @param max more is not made of it, whatever the arguments
   */
  String expanded(String template, int max) {
    List<String> each = each();
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(template);
    int from = 0;
    while (text.length() <= max && place.find()) {
      text.append(template, from, place.start());
      text.append(place.group(1) == null ? arguments : each.get(place.group(1).charAt(0) - '1'));
      from = place.end();
    }
    boolean placed = from > 0;
    text.append(template, from, template.length());
    return text + (placed || arguments.isEmpty() ? "" : "\n\nArguments: " + arguments);
  }

  /** Nine, as many as have places; quotes keep one together. */
  private List<String> each() {
    List<String> found = new ArrayList<>();
    Matcher argument = ARGUMENT.matcher(arguments);
    while (found.size() < PLACES && argument.find()) {
      int group = argument.group(1) != null ? 1 : argument.group(2) != null ? 2 : 3;
      found.add(argument.group(group));
    }
    while (found.size() < PLACES) {
      found.add("");
    }
    return found;
  }
}
