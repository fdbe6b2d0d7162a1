package swarmd.swarm;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Turns a glob into a regular expression: what Java's own understands, but {@code **}{@code /} is
 * any number of folders, also none, as in git and in shells.
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
   * Whether a text as a whole is matched. Many stars can take longer than anybody waits, so a match
   * that takes too long counts as one: rather a file too many is owned.
   *
   * @throws PatternSyntaxException if it makes no sense
   */
  static Predicate<String> matcher(String glob) {
    Pattern pattern = new Glob(glob).translate();
    return text -> {
      try {
        return pattern.matcher(new CountedReads(text)).matches();
      } catch (CountedReads.TooMany e) {
        return true;
      }
    };
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
    StringBuilder set = new StringBuilder();
    boolean negated = glob.startsWith("!", at);
    at += negated ? 1 : 0;
    for (char c = next("missing ']'"); c != ']'; c = next("missing ']'")) {
      if (c == '/') {
        throw error("'/' in a set of characters");
      }
      set.append("\\[&^".indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
    }
    if (set.length() == 0) {
      throw error("an empty set of characters");
    }
    regex.append("(?!/)[").append(negated ? "^" : "").append(set).append(']');
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
    regex.append(Character.isLetterOrDigit(c) || Character.isSurrogate(c) ? "" : "\\").append(c);
  }

  private PatternSyntaxException error(String message) {
    return new PatternSyntaxException(message, glob, at - 1);
  }
}
