package swarmd.install;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.hostfile.SettingsPlace;

/** The difference of two texts as diff -u shows it. */
final class UnifiedDiff {
  private static final int CONTEXT = 3;
  private static final int MOST_COMPARISONS = 4_000_000; // 16 MB

  private final List<String> before;
  private final List<String> after;
  private final List<Line> lines = new ArrayList<>();

  private UnifiedDiff(String before, String after) {
    this.before = lines(before);
    this.after = lines(after);
  }

  private record Line(char sign, String text) {}

  /** Of a settings file, without any token. */
  static String of(SettingsPlace place, Optional<SettingsFile> before, String after)
      throws CharacterCodingException {
    String old = before.isPresent() ? before.get().text() : "";
    return of(place.file().toString(), old, after).replaceAll("Bearer [^\"\\s]+", "Bearer ...");
  }

  static String of(String name, String before, String after) {
    if (before.equals(after)) {
      return "";
    }
    UnifiedDiff diff = new UnifiedDiff(before, after);
    diff.compare();
    return "--- " + name + "\n+++ " + name + "\n" + diff.hunks();
  }

  /** With their ends, so that a missing one shows. */
  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }

  /** Equal beginnings and ends are left out of the comparison, whose size is a square. */
  private void compare() {
    int shorter = Math.min(before.size(), after.size());
    int head = 0;
    while (head < shorter && before.get(head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head && fromEnd(before, tail).equals(fromEnd(after, tail))) {
      tail++;
    }
    add(' ', before.subList(0, head));
    compare(before.subList(head, before.size() - tail), after.subList(head, after.size() - tail));
    add(' ', before.subList(before.size() - tail, before.size()));
  }

  private static String fromEnd(List<String> all, int index) {
    return all.get(all.size() - 1 - index);
  }

  private void add(char sign, List<String> all) {
    all.forEach(text -> lines.add(new Line(sign, text)));
  }

  /** By the longest common subsequence, unless that would take too much memory. */
  private void compare(List<String> old, List<String> fresh) {
    if ((long) old.size() * fresh.size() > MOST_COMPARISONS) {
      add('-', old);
      add('+', fresh);
      return;
    }
    int[][] common = new int[old.size() + 1][fresh.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = fresh.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(fresh.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < old.size() || j < fresh.size()) {
      if (i < old.size() && j < fresh.size() && old.get(i).equals(fresh.get(j))) {
        lines.add(new Line(' ', old.get(i++)));
        j++;
      } else if (i < old.size() && (j == fresh.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add(new Line('-', old.get(i++)));
      } else {
        lines.add(new Line('+', fresh.get(j++)));
      }
    }
  }

  private String hunks() {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < lines.size()) {
      int first = nextChange(at);
      if (first == lines.size()) {
        break;
      }
      int end = first;
      for (int next = first; next < lines.size() && next <= end + 2 * CONTEXT; ) {
        end = next;
        next = nextChange(next + 1);
      }
      int from = Math.max(at, first - CONTEXT);
      at = Math.min(lines.size(), end + 1 + CONTEXT);
      hunk(out, from, at);
    }
    return out.toString();
  }

  private int nextChange(int from) {
    int at = from;
    while (at < lines.size() && lines.get(at).sign() == ' ') {
      at++;
    }
    return at;
  }

  private void hunk(StringBuilder out, int from, int to) {
    out.append("@@ -").append(range('+', from, to));
    out.append(" +").append(range('-', from, to)).append(" @@\n");
    for (Line line : lines.subList(from, to)) {
      out.append(line.sign()).append(line.text());
      if (!line.text().endsWith("\n")) {
        out.append("\n\\ No newline at end of file\n");
      }
    }
  }

  /** Line and length on the side that has no lines of the other sign. */
  private String range(char other, int from, int to) {
    long length = lines.subList(from, to).stream().filter(l -> l.sign() != other).count();
    long start = lines.subList(0, from).stream().filter(l -> l.sign() != other).count();
    return (length == 0 ? start : start + 1) + "," + length;
  }
}
