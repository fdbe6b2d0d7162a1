package swarmd.text;

import java.util.regex.Pattern;

/** Truncates texts. */
public final class Cut {
  private static final Pattern WHITESPACE_OR_CONTROL = Pattern.compile("[\\s\\p{Cntrl}]++");

  private Cut() {}

  /** At most {@code max} characters; ends with an ellipsis if the text was truncated. */
  public static String to(int max, String text) {
    if (text.length() <= max) {
      return text;
    }
    int end = max - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The same, on one line. */
  public static String toLine(int max, String text) {
    return to(max, WHITESPACE_OR_CONTROL.matcher(text).replaceAll(" ").strip());
  }
}
