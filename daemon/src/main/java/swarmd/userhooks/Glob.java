package swarmd.userhooks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of paths as minimatch has them with matchBase: one without a slash is about the file's
 * name alone. Other than there, wildcards match names that begin with a dot: a guard of src/** is
 * to see src/.env, too.
 */
public record Glob(String text, boolean nameOnly, Pattern pattern) {
  /** Ways to read its braces. Empty ones could be tried for ages without reading a character. */
  private static final int MAX_WAYS = 1_000;

  private static final String SPECIAL = "\\.^$|()+{}[]*?";

  /** Empty if it is none. */
  public static Optional<Glob> of(String text) {
    try {
      return text.isBlank()
          ? Optional.empty()
          : Optional.of(new Glob(text, text.indexOf('/') < 0, Pattern.compile(regex(text))));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** Empty if it cannot be said in time. */
  public Optional<Boolean> matches(String path, MatchBudget budget) {
    return budget.matches(pattern, nameOnly ? path.substring(path.lastIndexOf('/') + 1) : path);
  }

  private static String regex(String glob) {
    StringBuilder regex = new StringBuilder();
    Deque<Integer> braces = new ArrayDeque<>();
    int ways = 1;
    int i = 0;
    while (i < glob.length()) {
      char c = glob.charAt(i);
      boolean segmentStart = i == 0 || glob.charAt(i - 1) == '/';
      if (segmentStart && glob.startsWith("**/", i)) {
        regex.append("(?:[^/]*+/)*");
        i += 3;
        continue;
      }
      if (segmentStart && glob.startsWith("**", i) && i + 2 == glob.length()) {
        regex.append(".+");
        i += 2;
        continue;
      }
      switch (c) {
        case '*' -> regex.append("[^/]*");
        case '?' -> regex.append("[^/]");
        case '[' -> {
          int end = glob.indexOf(']', i + 2);
          if (end < 0) {
            regex.append("\\[");
          } else {
            regex.append(characters(glob.substring(i + 1, end)));
            i = end;
          }
        }
        case '{' -> {
          braces.push(1);
          regex.append("(?:");
        }
        case '}' -> {
          regex.append(braces.isEmpty() ? "\\}" : ")");
          ways *= braces.isEmpty() ? 1 : braces.pop();
        }
        case ',' -> {
          regex.append(braces.isEmpty() ? "," : "|");
          if (!braces.isEmpty()) {
            braces.push(braces.pop() + 1);
          }
        }
        case '\\' -> {
          i++;
          regex.append(literal(i < glob.length() ? glob.charAt(i) : '\\'));
        }
        default -> regex.append(literal(c));
      }
      if (ways > MAX_WAYS) {
        throw new PatternSyntaxException("too many alternatives", glob, i);
      }
      i++;
    }
    return regex.toString();
  }

  private static String characters(String inside) {
    boolean negated = inside.startsWith("!") || inside.startsWith("^");
    String set = inside.substring(negated ? 1 : 0).replace("\\", "\\\\").replace("[", "\\[");
    return "(?!/)[" + (negated ? "^" : "") + set.replace("&&", "&\\&").replace("^", "\\^") + "]";
  }

  private static String literal(char c) {
    return SPECIAL.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c);
  }
}
