package swarmd.modes;

/** Removes passages in quotation marks: they are somebody else's words, or a text to work on. */
final class QuotedPassages {
  private static final String OPENING = "\"“„«「『'‘";
  private static final String CLOSING = "\"”“»」』'’";
  private static final int MAX_LENGTH = 2_000;

  private QuotedPassages() {}

  static String removeFrom(String text) {
    StringBuilder rest = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = passageEnd(text, at);
      if (end > 0) {
        rest.append(PromptText.SOMETHING);
        at = end;
      } else {
        rest.append(text.charAt(at++));
      }
    }
    return rest.toString();
  }

  /** The position after the passage that begins here; 0 if none does. */
  private static int passageEnd(String text, int start) {
    int mark = OPENING.indexOf(text.charAt(start));
    if (mark < 0 || isWord(text, start - 1) || isSpace(text, start + 1)) {
      return 0;
    }
    char closing = CLOSING.charAt(mark);
    boolean single = closing == '\'' || closing == '’';
    int limit = Math.min(text.length(), start + MAX_LENGTH);
    for (int at = start + 1; at < limit; at++) {
      char c = text.charAt(at);
      if (c == '\n' && (single || at + 1 < limit && text.charAt(at + 1) == '\n')) {
        return 0;
      }
      if (c == closing && at > start + 1 && !isWord(text, at + 1) && !isSpace(text, at - 1)) {
        return at + 1;
      }
    }
    return 0;
  }

  private static boolean isWord(String text, int at) {
    return at >= 0
        && at < text.length()
        && (text.charAt(at) < 128
            ? Character.isLetterOrDigit(text.charAt(at))
            : Character.UnicodeScript.of(text.charAt(at)) == Character.UnicodeScript.LATIN);
  }

  private static boolean isSpace(String text, int at) {
    return at >= text.length() || Character.isWhitespace(text.charAt(at));
  }
}
