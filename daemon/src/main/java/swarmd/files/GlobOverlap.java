package swarmd.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells whether two globs of project files, as {@link Glob} reads them, can match the same file. A
 * glob without wildcards and without an extension also stands for all that is in a folder of that
 * name. In doubt they overlap: a set of characters counts as any character, and too many
 * alternatives as everything.
 */
public final class GlobOverlap {
  private static final int MAX_ALTERNATIVES = 64;
  private static final String WILDCARDS = "*?[{\\";

  /** Tokens beyond all characters: one character, any within a name, any at all. */
  private static final int ONE = -1;

  private static final int NAME = -2;
  private static final int ANY = -3;

  private GlobOverlap() {}

  public static boolean exists(String first, String second) {
    List<int[]> firsts = patterns(first);
    List<int[]> seconds = patterns(second);
    return firsts.isEmpty()
        || seconds.isEmpty()
        || firsts.stream()
            .anyMatch(
                one -> seconds.stream().anyMatch(two -> new Intersection(one, two).exists(0, 0)));
  }

  /** All alternatives; empty if there are too many, or the glob is malformed. */
  private static List<int[]> patterns(String glob) {
    String plain = withoutDots(glob);
    List<String> texts =
        plain.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0)
            ? alternatives(plain)
            : plain.isEmpty() || plain.equals(".")
                ? List.of("**")
                : isFile(plain)
                    ? List.of(plain)
                    : List.of(withoutSlash(plain), withoutSlash(plain) + "/**");
    List<int[]> patterns = new ArrayList<>();
    for (String text : texts) {
      for (String folders : optionalFolders(text)) {
        patterns.add(tokens(folders));
        if (patterns.size() > MAX_ALTERNATIVES) {
          return List.of();
        }
      }
    }
    return patterns;
  }

  private static String withoutDots(String glob) {
    return glob.startsWith("./") ? withoutDots(glob.substring(2)) : glob;
  }

  /** By its name: folders rarely have an extension. */
  private static boolean isFile(String path) {
    return path.lastIndexOf('.') > path.lastIndexOf('/') + 1;
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** Writes out the innermost braces first. */
  private static List<String> alternatives(String glob) {
    int close = unescaped(glob, '}', 0);
    int open = close < 0 ? -1 : lastUnescaped(glob, '{', close);
    if (open < 0) {
      return List.of(glob);
    }
    List<String> all = new ArrayList<>();
    for (String choice : glob.substring(open + 1, close).split(",", -1)) {
      all.addAll(alternatives(glob.substring(0, open) + choice + glob.substring(close + 1)));
      if (all.size() > MAX_ALTERNATIVES) {
        return List.of();
      }
    }
    return all;
  }

  private static int unescaped(String glob, char wanted, int from) {
    for (int i = from; i < glob.length(); i++) {
      if (glob.charAt(i) == '\\') {
        i++;
      } else if (glob.charAt(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static int lastUnescaped(String glob, char wanted, int before) {
    int last = -1;
    for (int at = unescaped(glob, wanted, 0); at >= 0 && at < before; ) {
      last = at;
      at = unescaped(glob, wanted, at + 1);
    }
    return last;
  }

  /** A folder wildcard with its slash may stand for nothing. */
  private static List<String> optionalFolders(String glob) {
    int at = 0;
    while (at >= 0) {
      at = glob.indexOf("**/", at);
      if (at >= 0 && (at == 0 || glob.charAt(at - 1) == '/')) {
        List<String> both = new ArrayList<>();
        for (String rest : optionalFolders(glob.substring(at + 3))) {
          both.add(glob.substring(0, at) + rest);
          both.add(glob.substring(0, at) + "**/" + rest);
          if (both.size() > MAX_ALTERNATIVES) {
            return both;
          }
        }
        return both;
      }
      at = at < 0 ? at : at + 1;
    }
    return List.of(glob);
  }

  private static int[] tokens(String glob) {
    List<Integer> tokens = new ArrayList<>();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '*') {
        int end = i;
        while (end < glob.length() && glob.charAt(end) == '*') {
          end++;
        }
        boolean wholeName =
            (i == 0 || glob.charAt(i - 1) == '/')
                && (end == glob.length() || glob.charAt(end) == '/');
        tokens.add(end - i > 1 && wholeName ? ANY : NAME);
        i = end - 1;
      } else if (c == '?') {
        tokens.add(ONE);
      } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
        tokens.add(ONE);
        i = glob.indexOf(']', i + 2);
      } else if (c == '\\' && i + 1 < glob.length()) {
        tokens.add((int) glob.charAt(++i));
      } else {
        tokens.add((int) c);
      }
    }
    return tokens.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Whether a text matches both patterns from these places on. */
  private static final class Intersection {
    private final int[] first;
    private final int[] second;
    private final Map<Long, Boolean> known = new HashMap<>();

    Intersection(int[] first, int[] second) {
      this.first = first;
      this.second = second;
    }

    boolean exists(int i, int j) {
      long key = (long) i << 32 | j;
      Boolean before = known.get(key);
      if (before == null) {
        known.put(key, false); // a repetition adds nothing
        before = found(i, j);
        known.put(key, before);
      }
      return before;
    }

    private boolean found(int i, int j) {
      if (i == first.length && j == second.length) {
        return true;
      }
      boolean firstRepeats = i < first.length && repeats(first[i]);
      boolean secondRepeats = j < second.length && repeats(second[j]);
      if (firstRepeats && exists(i + 1, j) || secondRepeats && exists(i, j + 1)) {
        return true;
      }
      return i < first.length
          && j < second.length
          && haveCommonCharacter(first[i], second[j])
          && !(firstRepeats && secondRepeats)
          && exists(firstRepeats ? i : i + 1, secondRepeats ? j : j + 1);
    }

    private static boolean repeats(int token) {
      return token == NAME || token == ANY;
    }

    private static boolean haveCommonCharacter(int one, int other) {
      if (one >= 0 && other >= 0) {
        return one == other;
      }
      if (one == ANY || other == ANY) {
        return true;
      }
      return one != '/' && other != '/';
    }
  }
}
