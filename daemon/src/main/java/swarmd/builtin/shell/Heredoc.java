package swarmd.builtin.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The opening of a heredoc in a command line. Claude Code passes multi-line texts as "$(cat <<'EOF'
 * ... )".
 *
 * @param delimiter the line that ends the text
 * @param end where the rest of this line begins
 */
record Heredoc(String delimiter, int end) {
  private static final Pattern BEGINNING =
      Pattern.compile("<<-?[ \\t]*+(?:'([^'\\n]++)'|\"([^\"\\n]++)\"|\\\\?+([\\w.-]++))");

  /** Empty if no heredoc begins exactly there. */
  static Optional<Heredoc> at(String text, int at) {
    Matcher found = BEGINNING.matcher(text).region(at, text.length());
    return found.lookingAt()
        ? Optional.of(new Heredoc(delimiter(found), found.end()))
        : Optional.empty();
  }

  private static String delimiter(Matcher found) {
    for (int group = 1; group < found.groupCount(); group++) {
      if (found.group(group) != null) {
        return found.group(group);
      }
    }
    return found.group(found.groupCount());
  }

  /**
   * Returns the start of the line after the delimiter's.
   *
   * @param from where the text begins
   */
  int endOfText(String text, int from) {
    int line = from;
    while (line < text.length()) {
      int end = text.indexOf('\n', line);
      end = end < 0 ? text.length() : end;
      if (text.substring(line, end).strip().equals(delimiter)) {
        return Math.min(end + 1, text.length());
      }
      line = end + 1;
    }
    return text.length();
  }
}
