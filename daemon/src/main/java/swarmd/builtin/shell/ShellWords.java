package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command into words as every shell does. Rejects anything that a shell could interpret as
 * more than plain words.
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

  /** Empty unless the command is simple and consists of plain or quoted words. */
  static Optional<List<String>> of(String command) {
    return command.length() <= MAX_LENGTH && command.chars().allMatch(ShellWords::isPlain)
        ? new ShellWords(command).split()
        : Optional.empty();
  }

  /** Printable ASCII only: beyond it, blanks and letters depend on the locale. */
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

  /** Empty if a quote is not closed. */
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
