package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command into words as sh, bash and zsh do. Rejects anything that one of them could
 * interpret as more than plain words.
 */
final class ShellWords {
  /** Longer than any useful result of a task; reading one takes microseconds. */
  private static final int MAX_LENGTH = 20_000;

  static final String NOT_PLAIN = ";&|`$()<>\\{}[]*?~!#";

  private final String text;
  private final boolean anyQuoted;
  private final List<String> words = new ArrayList<>();
  private int at;

  private ShellWords(String text, boolean anyQuoted) {
    this.text = text;
    this.anyQuoted = anyQuoted;
  }

  /** Empty unless the command is simple and all its words are plain, even within quotes. */
  static Optional<List<String>> plain(String command) {
    return split(command, false);
  }

  /** The same, but quoted text may hold any character that is only itself there. */
  static Optional<List<String>> quoted(String command) {
    return split(command, true);
  }

  private static Optional<List<String>> split(String command, boolean anyQuoted) {
    return command.length() <= MAX_LENGTH
        ? new ShellWords(command, anyQuoted).split()
        : Optional.empty();
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

  /** Empty if a quote is not closed or a character is not plain. */
  private Optional<String> word() {
    StringBuilder word = new StringBuilder();
    int start = at;
    while (at < text.length() && text.charAt(at) != ' ') {
      char c = text.charAt(at++);
      boolean read =
          switch (c) {
            case '\'' -> singleQuoted(word);
            case '"' -> doubleQuoted(word);
            case '\\' -> anyQuoted && escaped(word);
            default -> isPlain(c, start) && append(word, c);
          };
      if (!read) {
        return Optional.empty();
      }
    }
    return Optional.of(word.toString());
  }

  /**
   * Printable ASCII only: beyond it, blanks and letters depend on the locale. Zsh replaces =name by
   * a program's path, and ^name, if so set, by other files' names.
   */
  private boolean isPlain(char c, int wordStart) {
    boolean first = at - 1 == wordStart;
    char before = first ? ' ' : text.charAt(at - 2);
    return switch (c) {
      case '=' -> !first && before != '=';
      case '^' -> !first && before != '/' && before != '=' && before != ':';
      default -> isPrintable(c) && NOT_PLAIN.indexOf(c) < 0;
    };
  }

  private static boolean isPrintable(char c) {
    return c >= ' ' && c <= '~';
  }

  /** Nothing is special here but the closing quote. */
  private boolean singleQuoted(StringBuilder word) {
    int end = text.indexOf('\'', at);
    if (end < 0 || text.charAt(end - 1) == '\\') { // fish would go on after \'
      return false;
    }
    for (; at < end; at++) {
      if (!isAllowedInQuotes(text.charAt(at))) {
        return false;
      }
      word.append(text.charAt(at));
    }
    at = end + 1;
    return true;
  }

  private boolean doubleQuoted(StringBuilder word) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c == '\\') {
        // In some encodings, the byte of a backslash can end the character before it.
        boolean asciiBefore = isPrintable(text.charAt(at - 2));
        if (!anyQuoted || !asciiBefore || !escaped(word)) {
          return false;
        }
      } else if ("$`!".indexOf(c) >= 0 || !isAllowedInQuotes(c)) {
        return false;
      } else {
        word.append(c);
      }
    }
    return false;
  }

  /** Only punctuation: a backslash before a letter is kept by some shells and removed by others. */
  private boolean escaped(StringBuilder word) {
    if (at == text.length() || !isPunctuation(text.charAt(at))) {
      return false;
    }
    return append(word, text.charAt(at++));
  }

  private static boolean isPunctuation(char c) {
    return isPrintable(c) && c != ' ' && !Character.isLetterOrDigit(c);
  }

  private boolean isAllowedInQuotes(char c) {
    return anyQuoted
        ? c == '\n' || c == '\t' || c >= ' ' && !Character.isISOControl(c)
        : isPrintable(c) && NOT_PLAIN.indexOf(c) < 0;
  }

  private static boolean append(StringBuilder word, char c) {
    word.append(c);
    return true;
  }
}
