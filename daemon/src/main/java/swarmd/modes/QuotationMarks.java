package swarmd.modes;

/** Finds out whether a part of a line is in quotation marks. */
final class QuotationMarks {
  private static final int WINDOW = 200;
  private static final String OPENING = "“„«「『";
  private static final String CLOSING = "”“»」』";

  private QuotationMarks() {}

  static boolean surround(String text, int start, int end) {
    String before = text.substring(lineStart(text, start), start);
    String after = text.substring(end, lineEnd(text, end));
    return before.chars().filter(c -> c == '"').count() % 2 == 1 && after.indexOf('"') >= 0
        || isOpen(before) && after.chars().anyMatch(c -> CLOSING.indexOf(c) >= 0)
        || before.endsWith("'")
            && (before.length() == 1 || !Character.isLetter(before.charAt(before.length() - 2)))
            && after.startsWith("'");
  }

  private static boolean isOpen(String before) {
    for (int i = before.length() - 1; i >= 0; i--) {
      if (OPENING.indexOf(before.charAt(i)) >= 0) {
        return true;
      }
      if (CLOSING.indexOf(before.charAt(i)) >= 0) {
        return false;
      }
    }
    return false;
  }

  private static int lineStart(String text, int from) {
    int start = from;
    while (start > 0 && from - start < WINDOW && text.charAt(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  private static int lineEnd(String text, int from) {
    int end = from;
    while (end < text.length() && end - from < WINDOW && text.charAt(end) != '\n') {
      end++;
    }
    return end;
  }
}
