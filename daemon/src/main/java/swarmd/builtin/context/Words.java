package swarmd.builtin.context;

import java.util.Locale;
import java.util.regex.Pattern;
import swarmd.modes.PromptText;

/** The words of a prompt in lower case, separated by single spaces. */
record Words(String text) {
  private static final int MAX_LENGTH = 5_000;
  private static final Pattern SPACE = Pattern.compile("\\s++");

  /** Only the user's own words: no code, quotations, URLs or paths. */
  static Words in(String prompt) {
    String own = PromptText.withoutQuotations(prompt);
    return new Words(normalize(own.length() > MAX_LENGTH ? own.substring(0, MAX_LENGTH) : own));
  }

  static String normalize(String text) {
    return SPACE.matcher(text.strip()).replaceAll(" ").toLowerCase(Locale.ROOT);
  }

  /** Matches whole words: "test" is not in "latest". */
  boolean contains(String words) {
    for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      int end = at + words.length();
      if (isWordBoundary(at) && isWordBoundary(end)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWordBoundary(int at) {
    return at == 0
        || at == text.length()
        || !isWordCharacter(text.charAt(at - 1))
        || !isWordCharacter(text.charAt(at));
  }

  /** Chinese and similar scripts have no spaces, so each character counts as a word. */
  private static boolean isWordCharacter(char c) {
    return c == '_' || Character.isLetterOrDigit(c) && !Character.isIdeographic(c);
  }
}
