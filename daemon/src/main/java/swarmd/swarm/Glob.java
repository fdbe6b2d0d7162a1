package swarmd.swarm;

import com.google.re2j.Pattern;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/**
 * Turns a glob into a regular expression: what Java's own understands, but {@code **}{@code /} is
 * any number of folders, also none, as in git and in shells. The expression is one that takes
 * linear time: anybody's task may have stars and braces in a row.
 */
final class Glob {
  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private int at;
  private boolean inGroup;

  private Glob(String glob) {
    this.glob = glob;
  }

  /**
   * Whether a text as a whole is matched.
   *
   * @throws PatternSyntaxException if it makes no sense
   */
  static Predicate<String> matcher(String glob) {
    Pattern pattern = new Glob(glob).translate();
    return pattern::matches;
  }

  private Pattern translate() {
    while (at < glob.length()) {
      char c = glob.charAt(at++);
      switch (c) {
        case '*' -> star();
        case '?' -> regex.append("[^/]");
        case '[' -> characters();
        case '{' -> openGroup();
        case '}' -> closeGroup();
        case ',' -> regex.append(inGroup ? ")|(?:" : ",");
        case '\\' -> literal(next("no character to escape"));
        default -> literal(c);
      }
    }
    if (inGroup) {
      throw error("missing '}'");
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private void star() {
    boolean first = isStartOfName(at - 2);
    if (!glob.startsWith("*", at)) {
      regex.append("[^/]*");
      return;
    }
    at++;
    if (!first || !glob.startsWith("/", at)) {
      regex.append(".*");
      return;
    }
    at++;
    while (glob.startsWith("**/", at)) { // says the same once more
      at += 3;
    }
    regex.append("(?:.*/)?");
  }

  /** Whether a name begins after this position. */
  private boolean isStartOfName(int position) {
    return position < 0
        || glob.charAt(position) == '/'
        || inGroup && "{,".indexOf(glob.charAt(position)) >= 0;
  }

  /** A set never matches the slash. */
  private void characters() {
    boolean negated = glob.startsWith("!", at);
    at += negated ? 1 : 0;
    regex.append(negated ? "[^/" : "[");
    int empty = regex.length();
    for (char first = inSet(); first != ']'; first = inSet()) {
      boolean isRange = glob.startsWith("-", at) && !glob.startsWith("-]", at);
      at += isRange ? 1 : 0;
      range(first, isRange ? inSet() : first);
    }
    if (regex.length() == empty) {
      throw error("an empty set of characters");
    }
    regex.append(']');
  }

  private char inSet() {
    char c = next("missing ']'");
    if (c == '/') {
      throw error("'/' in a set of characters");
    }
    return c;
  }

  private void range(char first, char last) {
    if (first > last) {
      throw error("a range that is empty");
    }
    if (first < '/' && last > '/') {
      range(first, (char) ('/' - 1));
      range((char) ('/' + 1), last);
      return;
    }
    literal(first);
    if (first < last) {
      regex.append('-');
      literal(last);
    }
  }

  private void openGroup() {
    if (inGroup) {
      throw error("groups cannot be nested");
    }
    inGroup = true;
    regex.append("(?:(?:");
  }

  private void closeGroup() {
    if (inGroup) {
      inGroup = false;
      regex.append("))");
    } else {
      literal('}');
    }
  }

  private char next(String otherwise) {
    if (at == glob.length()) {
      throw error(otherwise);
    }
    return glob.charAt(at++);
  }

  private void literal(char c) {
    boolean mayBeSpecial = c < 128 && !Character.isLetterOrDigit(c);
    regex.append(mayBeSpecial ? "\\" : "").append(c);
  }

  private PatternSyntaxException error(String message) {
    return new PatternSyntaxException(message, glob, at - 1);
  }
}
