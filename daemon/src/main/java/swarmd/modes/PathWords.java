package swarmd.modes;

import java.util.regex.Pattern;

/** Removes URLs, e-mail addresses, paths and file names from a text. */
final class PathWords {
  private static final Pattern ADDRESS = Pattern.compile("://|^www\\.|[\\w.]@\\w");
  private static final Pattern SLASH = Pattern.compile("[/\\\\]");
  private static final Pattern COMMAND = Pattern.compile("/[A-Za-z][\\w:-]*+");
  private static final Pattern FILE =
      Pattern.compile("[\"'(\\[]*+\\.?[\\w-]++(?:\\.[\\w-]++)*?\\.[a-z0-9]{1,4}[\"')\\],;:!?.]*+");

  private static final String SIGNS = "/\\\\.@:";

  /** Longer than any word of any language. */
  private static final int MAX_WORD = 200;

  private PathWords() {}

  /** Only ASCII characters join a word: Chinese puts no space around a URL. */
  static String removeFrom(String text) {
    StringBuilder rest = new StringBuilder();
    boolean lineStart = true;
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) < 127) {
        end++;
      }
      if (end == at) {
        char c = text.charAt(at++);
        lineStart = c == '\n' || lineStart && Character.isWhitespace(c);
        rest.append(c);
        continue;
      }
      String word = text.substring(at, end);
      rest.append(isPath(word, lineStart) ? String.valueOf(PromptText.SOMETHING) : word);
      lineStart = false;
      at = end;
    }
    return rest.toString();
  }

  private static boolean isPath(String word, boolean lineStart) {
    if (word.length() > MAX_WORD) {
      return true;
    }
    if (!hasSign(word)) {
      return false;
    }
    if (SLASH.matcher(word).find()) {
      return !(lineStart && COMMAND.matcher(word).matches());
    }
    return ADDRESS.matcher(word).find() || FILE.matcher(word).matches();
  }

  /** Quick: every word of a prompt is checked, and most have none. */
  private static boolean hasSign(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (SIGNS.indexOf(word.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
