package swarmd.text;

import java.util.regex.Pattern;

/**
 * Text from other agents, notes and files, marked as such: it can neither pose as a line of
 * swarmd's own nor end the quotation.
 */
public final class QuotedText {
  private static final Pattern LINE_BREAK = Pattern.compile("\\R");
  private static final String MARK = "> ";
  private static final int MAX_NAME = 80;
  private static final Pattern ONE_WORD = Pattern.compile("[\\p{L}\\p{N}._@:/+-]+");

  private QuotedText() {}

  /** A name within a sentence: one plain word as it is, anything else in quotation marks. */
  public static String name(String name) {
    return name(MAX_NAME, name);
  }

  /** The same with another limit. */
  public static String name(int max, String name) {
    return ONE_WORD.matcher(name).matches() ? Cut.toLine(max, name) : line(max, name);
  }

  /** On one line, in quotation marks. */
  public static String line(int max, String text) {
    return '"' + Cut.toLine(max, text).replace('"', '\'') + '"';
  }

  /** Every line behind a mark, as mail programs do it. */
  public static String lines(String text) {
    String[] lines = LINE_BREAK.split(text.stripTrailing(), -1);
    StringBuilder quoted = new StringBuilder(text.length() + lines.length * MARK.length());
    for (String line : lines) {
      quoted.append(quoted.isEmpty() ? "" : "\n").append(MARK).append(Visible.text(line));
    }
    return quoted.toString();
  }
}
