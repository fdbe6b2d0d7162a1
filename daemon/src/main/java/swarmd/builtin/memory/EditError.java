package swarmd.builtin.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Why an edit failed, as hosts word it: Claude Code 2.1, Gemini CLI 0.61 and older ones. */
enum EditError {
  NOT_FOUND(
      "the text to replace was not found",
      "string to replace not found",
      "string not found",
      "could not find the string",
      "could not find an exact match",
      "0 occurrences found"),
  SEVERAL(
      "the text to replace occurs several times",
      "matches of the string",
      "but found",
      "multiple matches",
      "multiple occurrences"),
  IDENTICAL(
      "the old and the new text are the same",
      "no changes to make",
      "no changes to apply",
      "are exactly the same",
      "are identical");

  /** The text after the first line is the one the edit looked for. */
  private static final int MAX_LENGTH = 500;

  private final String reason;
  private final String wordings;

  EditError(String reason, String... wordings) {
    this.reason = reason;
    this.wordings = String.join("|", wordings);
  }

  String reason() {
    return reason;
  }

  static Optional<EditError> in(String message) {
    String start = message.substring(0, Math.min(MAX_LENGTH, message.length())).stripLeading();
    String line = start.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(error -> Arrays.stream(error.wordings.split("\\|")).anyMatch(line::contains))
        .findFirst();
  }
}
