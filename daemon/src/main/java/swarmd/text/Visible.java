package swarmd.text;

import java.util.regex.Pattern;

/**
 * Makes hidden characters visible. Control, format and bidi characters can move a terminal's
 * cursor, turn text around, or hide a text from people that a model reads.
 */
public final class Visible {
  private static final Pattern BLANKS = Pattern.compile("[\\s\\u0085\\u2028\\u2029\\p{Cntrl}]++");

  /** These join letters and emoji, and hide nothing. */
  private static final int ZERO_WIDTH_NON_JOINER = 0x200c;

  private static final int ZERO_WIDTH_JOINER = 0x200d;
  private static final int FIRST_PLANE_14 = 0xe0000;
  private static final int LAST_PLANE_14 = 0xe0fff;

  private Visible() {}

  /** Whether a reader cannot see the character, or sees others elsewhere because of it. */
  public static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          codePoint != ZERO_WIDTH_JOINER && codePoint != ZERO_WIDTH_NON_JOINER;
      default -> codePoint >= FIRST_PLANE_14 && codePoint <= LAST_PLANE_14;
    };
  }

  /** On one line: blanks and line breaks of all kinds become one space. */
  public static String line(String text) {
    return escaped(BLANKS.matcher(text).replaceAll(" ").strip());
  }

  /** Line feeds and tabs stay; other hidden characters are written as \\u{202e}. */
  public static String text(String text) {
    return escaped(text);
  }

  private static String escaped(String text) {
    if (text.codePoints().noneMatch(Visible::isEscaped)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isEscaped(c)) {
                visible.append("\\u{").append(Integer.toHexString(c)).append('}');
              } else {
                visible.appendCodePoint(c);
              }
            });
    return visible.toString();
  }

  private static boolean isEscaped(int codePoint) {
    return codePoint != '\n' && codePoint != '\t' && isHidden(codePoint);
  }
}
