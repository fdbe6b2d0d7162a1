package swarmd.builtin.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The opening of a heredoc in a command line. Claude Code passes multi-line texts as "$(cat <<'EOF'
 * ... )".
 *
 * @param delimiter the line that ends the text
 * @param quoted whether the shell expands nothing in the text
 * @param end where the rest of this line begins
 */
record Heredoc(String delimiter, boolean quoted, int end) {
  private static final Pattern BEGINNING =
      Pattern.compile("<<-?[ \\t]*+(?:'([^'\\n]++)'|\"([^\"\\n]++)\"|(\\\\?+)([\\w.!@%+-]++))");

  /** Empty if no heredoc begins exactly there. */
  static Optional<Heredoc> at(String text, int at) {
    Matcher found = BEGINNING.matcher(text).region(at, text.length());
    if (!found.lookingAt()) {
      return Optional.empty();
    }
    boolean plain = found.group(4) != null;
    String quotedName = found.group(1) != null ? found.group(1) : found.group(2);
    return Optional.of(
        new Heredoc(
            plain ? found.group(4) : quotedName, !plain || !found.group(3).isEmpty(), found.end()));
  }

  /**
   * Returns the start of the delimiter's line, or the end of everything if there is none.
   *
   * @param from where the text begins
   */
  int endOfText(String text, int from) {
    int line = from;
    while (line < text.length()) {
      int end = endOfLine(text, line);
      if (text.substring(line, end).strip().equals(delimiter)) {
        return line;
      }
      line = end + 1;
    }
    return text.length();
  }

  /** Returns the start of the line after this one. */
  static int nextLine(String text, int from) {
    return Math.min(endOfLine(text, from) + 1, text.length());
  }

  private static int endOfLine(String text, int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }
}
