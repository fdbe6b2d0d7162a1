package swarmd.builtin.context;

import java.util.Locale;
import java.util.regex.Pattern;
import swarmd.modes.PromptText;

/** The words of a prompt, in lower case, with one space between them. */
record Words(String text) {
  private static final int MAX_LENGTH = 5_000;
  private static final Pattern SPACE = Pattern.compile("\\s++");

  /** The person's own words: no code, quotations, addresses or paths. */
  static Words in(String prompt) {
    String own = PromptText.withoutQuotations(prompt);
    return new Words(of(own.length() > MAX_LENGTH ? own.substring(0, MAX_LENGTH) : own));
  }

  static String of(String text) {
    return SPACE.matcher(text.strip()).replaceAll(" ").toLowerCase(Locale.ROOT);
  }

  /** As whole words: "test" is not in "latest". */
  boolean hold(String words) {
    for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      int end = at + words.length();
      if (isBetweenWords(at) && isBetweenWords(end)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBetweenWords(int at) {
    return at == 0
        || at == text.length()
        || !isOfWord(text.charAt(at - 1))
        || !isOfWord(text.charAt(at));
  }

  /** Chinese and its like have no spaces: each character counts as a word. */
  private static boolean isOfWord(char c) {
    return c == '_' || Character.isLetterOrDigit(c) && !Character.isIdeographic(c);
  }
}
