package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command into words as every shell does, or not at all: whatever could mean more than the
 * words it consists of is left to somebody else.
 */
final class ShellWords {
  private static final int MAX_LENGTH = 1_000;
  private static final String NOT_PLAIN = ";&|`$()<>\\{}[]*?~!#";

  private final String text;
  private final List<String> words = new ArrayList<>();
  private int at;

  private ShellWords(String text) {
    this.text = text;
  }

  /** Empty unless it is one simple command of plain words, some of them perhaps quoted. */
  static Optional<List<String>> of(String command) {
    return command.length() <= MAX_LENGTH && command.chars().allMatch(ShellWords::isPlain)
        ? new ShellWords(command).split()
        : Optional.empty();
  }

  /** Printable ASCII: what is a blank or a letter elsewhere depends on the locale. */
  private static boolean isPlain(int c) {
    return c >= ' ' && c <= '~' && NOT_PLAIN.indexOf(c) < 0;
  }

  private Optional<List<String>> split() {
    while (skipBlanks()) {
      Optional<String> word = word();
      if (word.isEmpty()) {
        return Optional.empty();
      }
      words.add(word.get());
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(words));
  }

  private boolean skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length();
  }

  /** Empty if a quotation does not end. */
  private Optional<String> word() {
    StringBuilder word = new StringBuilder();
    while (at < text.length() && text.charAt(at) != ' ') {
      char c = text.charAt(at++);
      if (c != '\'' && c != '"') {
        word.append(c);
        continue;
      }
      int end = text.indexOf(c, at);
      if (end < 0) {
        return Optional.empty();
      }
      word.append(text, at, end);
      at = end + 1;
    }
    return Optional.of(word.toString());
  }
}
