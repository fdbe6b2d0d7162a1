package swarmd.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Translates a glob into a regular expression of RE2. */
final class GlobTranslation {
  /** The regular expression's own parser is recursive. */
  private static final int MAX_NESTING = 20;

  private static final String SPECIAL = "*?[]{},\\";

  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private final Deque<Braces> open = new ArrayDeque<>();
  private int at;

  /** Whether a name begins at this point. */
  private boolean atNameStart = true;

  private GlobTranslation(String glob) {
    this.glob = glob;
  }

  /** Empty if the glob is malformed. */
  static Optional<GlobTranslation> of(String glob) {
    GlobTranslation translation = new GlobTranslation(glob);
    try {
      translation.translate();
      return Optional.of(translation);
    } catch (Malformed e) {
      return Optional.empty();
    }
  }

  String regex() {
    return regex.toString();
  }

  /** The text that every match begins with. */
  String head() {
    int end = 0;
    while (end < glob.length() && isPlain(end)) {
      end++;
    }
    return glob.substring(0, end);
  }

  /** The text that every match ends with. */
  String tail() {
    int start = glob.length();
    while (start > 0 && isPlain(start - 1)) {
      start--;
    }
    boolean mayBeOptional = start > 0 && glob.startsWith("/", start); // the slash of a "**/"
    return glob.substring(mayBeOptional ? start + 1 : start);
  }

  private boolean isPlain(int index) {
    return SPECIAL.indexOf(glob.charAt(index)) < 0;
  }

  private void translate() throws Malformed {
    while (at < glob.length()) {
      int c = next();
      switch (c) {
        case '*' -> star();
        case '?' -> single("[^/]");
        case '[' -> set();
        case '{' -> openBraces();
        case ',' -> comma();
        case '}' -> closeBraces();
        case '\\' -> literal(next());
        default -> literal(c);
      }
    }
    if (!open.isEmpty()) {
      throw new Malformed();
    }
  }

  private int next() throws Malformed {
    if (at == glob.length()) {
      throw new Malformed();
    }
    int c = glob.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private void literal(int c) {
    single(quoted(c));
    atNameStart = c == '/';
  }

  private void single(String expression) {
    regex.append(expression);
    atNameStart = false;
  }

  private static String quoted(int c) {
    boolean mayBeSpecial = c < 128 && !Character.isLetterOrDigit(c);
    return (mayBeSpecial ? "\\" : "") + Character.toString(c);
  }

  private void star() {
    int end = at;
    while (glob.startsWith("*", end)) {
      end++;
    }
    boolean isWholeName = atNameStart && end > at && isNameEnd(end);
    at = end;
    if (!isWholeName) {
      single("[^/]*");
    } else if (glob.startsWith("/", at)) {
      at++;
      while (glob.startsWith("**/", at)) { // repetitions add nothing
        at += 3;
      }
      regex.append("(?:.*/)?");
    } else {
      single(".+");
    }
  }

  private boolean isNameEnd(int index) {
    return index == glob.length()
        || glob.charAt(index) == '/'
        || !open.isEmpty() && ",}".indexOf(glob.charAt(index)) >= 0;
  }

  /** As in git, a closing bracket directly after the opening one belongs to the set. */
  private void set() throws Malformed {
    boolean negated = glob.startsWith("!", at) || glob.startsWith("^", at);
    at += negated ? 1 : 0;
    StringBuilder members = new StringBuilder();
    int start = at;
    while (at == start || !glob.startsWith("]", at)) {
      int first = member();
      boolean isRange = glob.startsWith("-", at) && !glob.startsWith("-]", at);
      at += isRange ? 1 : 0;
      range(members, first, isRange ? member() : first);
    }
    at++;
    if (negated) {
      single("[^/" + members + "]");
    } else if (members.length() > 0) {
      single("[" + members + "]");
    } else { // a set of slashes, which matches nothing
      single("[^\\x00-\\x{10FFFF}]");
    }
  }

  private int member() throws Malformed {
    int c = next();
    return c == '\\' ? next() : c;
  }

  private static void range(StringBuilder members, int first, int last) throws Malformed {
    if (first > last) {
      throw new Malformed();
    }
    if (first <= '/' && '/' <= last) {
      append(members, first, '/' - 1);
      append(members, '/' + 1, last);
    } else {
      append(members, first, last);
    }
  }

  private static void append(StringBuilder members, int first, int last) {
    if (first < last) {
      members.append(quoted(first)).append('-').append(quoted(last));
    } else if (first == last) {
      members.append(quoted(first));
    }
  }

  /** Whether a name begins at the braces, and after all alternatives so far. */
  private record Braces(boolean atNameStart, boolean endAtNameStart) {}

  private void openBraces() throws Malformed {
    if (open.size() == MAX_NESTING) {
      throw new Malformed();
    }
    open.push(new Braces(atNameStart, true));
    regex.append("(?:");
  }

  private void comma() {
    if (open.isEmpty()) {
      literal(',');
      return;
    }
    Braces braces = open.pop();
    open.push(new Braces(braces.atNameStart, braces.endAtNameStart && atNameStart));
    regex.append('|');
    atNameStart = braces.atNameStart;
  }

  private void closeBraces() {
    if (open.isEmpty()) {
      literal('}');
      return;
    }
    regex.append(')');
    atNameStart &= open.pop().endAtNameStart;
  }

  /** Thrown within the translation only. */
  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed() {
      super(null, null, false, false);
    }
  }
}
