package swarmd.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A terminal that is drawn again and again: lines are cut at its right edge and its lower edge, so
 * that nothing wraps or scrolls.
 */
record Screen(int rows, int columns) {
  private static final String TO_THE_TOP = "\u001b[H";
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final char ESCAPE = '\u001b';
  private static final String PLAIN = "\u001b[0m";
  private static final int SMALLEST = 2;

  Screen {
    rows = Math.max(SMALLEST, rows);
    columns = Math.max(SMALLEST, columns);
  }

  /** Draws over what is there, which does not flicker as clearing it would. */
  String draw(List<String> lines) {
    StringBuilder drawn = new StringBuilder(TO_THE_TOP);
    for (String line : fit(lines)) {
      drawn.append(line).append(CLEAR_REST_OF_LINE).append("\r\n");
    }
    return drawn.append(CLEAR_BELOW).toString();
  }

  /** The last row stays free for the cursor. */
  List<String> fit(List<String> lines) {
    int room = rows - 1;
    List<String> shown = new ArrayList<>(lines);
    if (lines.size() > room) {
      shown = new ArrayList<>(lines.subList(0, room - 1));
      shown.add("… %d more lines".formatted(lines.size() - shown.size()));
    }
    shown.replaceAll(this::cut);
    return shown;
  }

  /** Colours take no room. */
  String cut(String line) {
    StringBuilder kept = new StringBuilder();
    int used = 0;
    int width = plainWidth(line);
    int room = width > columns ? columns - 1 : columns;
    for (int at = 0; at < line.length(); ) {
      if (line.charAt(at) == ESCAPE) {
        int end = line.indexOf('m', at);
        kept.append(line, at, end + 1);
        at = end + 1;
        continue;
      }
      int codePoint = line.codePointAt(at);
      used += Table.width(Character.toString(codePoint));
      if (used > room) {
        return kept.append(line.indexOf(ESCAPE) < 0 ? "…" : "…" + PLAIN).toString();
      }
      kept.appendCodePoint(codePoint);
      at += Character.charCount(codePoint);
    }
    return kept.toString();
  }

  private static int plainWidth(String line) {
    return Table.width(line.replaceAll(ESCAPE + "\\[[0-9;]*m", ""));
  }
}
