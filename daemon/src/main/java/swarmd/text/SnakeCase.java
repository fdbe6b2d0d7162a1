package swarmd.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** Programs write user_abort, user-abort, userAbort, "User Abort" or user.abort for the same. */
public final class SnakeCase {
  private static final Pattern WORD_END =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
  private static final Pattern SEPARATOR = Pattern.compile("[^a-z0-9]++");

  private SnakeCase() {}

  /** All words in lower case, joined by underscores: "user_abort". */
  public static String of(String text) {
    String words = WORD_END.matcher(text.strip()).replaceAll("_");
    return SEPARATOR.matcher(words.toLowerCase(Locale.ROOT)).replaceAll("_");
  }
}
