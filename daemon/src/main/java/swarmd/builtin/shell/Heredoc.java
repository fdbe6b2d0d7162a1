package swarmd.builtin.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The beginning of a text in a command line that goes on in its next lines. Claude Code writes
 * texts of several lines as "$(cat <<'EOF' ... )".
 *
 * @param delimiter the line that ends the text
 * @param end where the rest of this line begins
 */
record Heredoc(String delimiter, int end) {
  private static final Pattern BEGINNING =
      Pattern.compile("<<-?[ \\t]*+(?:'([^'\\n]++)'|\"([^\"\\n]++)\"|\\\\?+([\\w.-]++))");

  /** Empty if none begins exactly there. */
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
   * Where the line after the delimiter's begins.
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
