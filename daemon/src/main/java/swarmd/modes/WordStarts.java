package swarmd.modes;

import java.lang.Character.UnicodeScript;
import java.util.stream.IntStream;

/** The positions in a text where a word may begin. */
final class WordStarts {
  /** After one of these comes the rest of an option, a name or a path. */
  private static final String JOINING = "_@/\\$#-";

  private WordStarts() {}

  static IntStream in(String text) {
    return IntStream.range(0, text.length()).filter(at -> isStart(text, at));
  }

  private static boolean isStart(String text, int at) {
    char c = text.charAt(at);
    if (!Character.isLetter(c) && c != '/') {
      return false;
    }
    return at == 0 || hasNoSpaces(c) || !joins(text, at - 1);
  }

  private static boolean joins(String text, int at) {
    char c = text.charAt(at);
    if (c == '.') {
      return at == 0 || Character.isWhitespace(text.charAt(at - 1));
    }
    return JOINING.indexOf(c) >= 0
        || Character.isDigit(c)
        || Character.isLetter(c) && !hasNoSpaces(c);
  }

  /** Scripts such as Chinese have no spaces: each character may begin a word. */
  private static boolean hasNoSpaces(char c) {
    if (c < 128) {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(c);
    return script != UnicodeScript.LATIN && script != UnicodeScript.CYRILLIC;
  }
}
