package swarmd.text;

import java.util.regex.Pattern;

/** Texts made to fit. */
public final class Cut {
  private static final Pattern NOT_ON_A_LINE = Pattern.compile("[\\s\\p{Cntrl}]++");

  private Cut() {}

  /** At most so many characters, the last of them an ellipsis if something is missing. */
  public static String to(int max, String text) {
    if (text.length() <= max) {
      return text;
    }
    int end = max - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The same on one line. */
  public static String toLine(int max, String text) {
    return to(max, NOT_ON_A_LINE.matcher(text).replaceAll(" ").strip());
  }
}
