package swarmd.usage;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody who misspelt one probably meant. */
public final class Suggestion {
  private static final int SHORTEST_PREFIX = 3;

  private Suggestion() {}

  /** The known name that is closest to the typed one; empty if none is close. */
  public static Optional<String> of(String typed, Collection<String> known) {
    String word = typed.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, word.length() / 3);
    String best = null;
    int fewest = limit + 1;
    for (String name : known) {
      String candidate = name.toLowerCase(Locale.ROOT);
      int edits =
          word.length() >= SHORTEST_PREFIX && candidate.startsWith(word)
              ? limit
              : edits(word, candidate, limit);
      if (edits < fewest) {
        best = name;
        fewest = edits;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * How many letters must be added, removed, replaced or swapped with their neighbour; any number
   * above the limit if there are more.
   */
  private static int edits(String from, String to, int limit) {
    if (Math.abs(from.length() - to.length()) > limit || from.length() <= limit) {
      return from.equals(to) ? 0 : limit + 1;
    }
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    Arrays.setAll(last, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], last[j]));
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[to.length()];
  }
}
