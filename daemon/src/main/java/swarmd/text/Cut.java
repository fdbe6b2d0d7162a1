package swarmd.text;

/** Truncates texts. */
public final class Cut {
  private Cut() {}

  /** At most {@code max} characters; ends with an ellipsis if the text was truncated. */
  public static String to(int max, String text) {
    if (text.length() <= max) {
      return text;
    }
    int end = max - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The same, on one line and with hidden characters made visible. */
  public static String toLine(int max, String text) {
    return to(max, Visible.line(text));
  }
}
