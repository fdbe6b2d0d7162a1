package swarmd.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import swarmd.cli.Terminal.Colour;

/** A table with aligned columns, also for wide characters. */
final class Table {
  private static final String GAP = "  ";

  private final Terminal terminal;
  private final List<List<Cell>> rows = new ArrayList<>();

  Table(Terminal terminal, String... titles) {
    this.terminal = terminal;
    List<Cell> head = new ArrayList<>();
    for (String title : titles) {
      head.add(cell(title, Colour.DIM));
    }
    rows.add(head);
  }

  Table row(Cell... cells) {
    rows.add(List.of(cells));
    return this;
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  void print() {
    lines().forEach(terminal::println);
  }

  List<String> lines() {
    int[] widths = IntStream.range(0, rows.get(0).size()).map(this::columnWidth).toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  /** Cut at the edge of the terminal, because a wrapped line breaks the table. */
  private String line(List<Cell> row, int[] widths) {
    String line = "";
    int left = terminal.width();
    for (int column = 0; column < row.size() && left > 0; column++) {
      Cell cell = row.get(column);
      String text = cut(cell.text, left);
      String padding = " ".repeat(Math.min(widths[column], left) - width(text));
      String painted = cell.colour.map(colour -> terminal.paint(colour, text)).orElse(text);
      line += (cell.alignRight ? padding + painted : painted + padding) + GAP;
      left -= widths[column] + GAP.length();
    }
    return line.stripTrailing();
  }

  /** At most so many columns wide; ends with an ellipsis if it was cut. */
  static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = 1; // the ellipsis
    for (int codePoint : text.codePoints().toArray()) {
      used += widthOf(codePoint);
      if (used > columns) {
        break;
      }
      kept.appendCodePoint(codePoint);
    }
    return kept.append('…').toString();
  }

  private int columnWidth(int column) {
    return rows.stream().mapToInt(row -> width(row.get(column).text)).max().orElse(0);
  }

  /** The width of a text on a terminal, where some characters take two columns. */
  static int width(String text) {
    return text.codePoints().map(Table::widthOf).sum();
  }

  private static int widthOf(int codePoint) {
    switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> {
        return 0;
      }
      default -> {}
    }
    boolean wide =
        Character.isIdeographic(codePoint)
            || codePoint >= 0x1100 && codePoint <= 0x115f
            || codePoint >= 0x2e80 && codePoint <= 0xa4cf
            || codePoint >= 0xac00 && codePoint <= 0xd7a3
            || codePoint >= 0xf900 && codePoint <= 0xfaff
            || codePoint >= 0xfe30 && codePoint <= 0xfe6f
            || codePoint >= 0xff00 && codePoint <= 0xff60
            || codePoint >= 0x1f300 && codePoint <= 0x1faff;
    return wide ? 2 : 1;
  }

  static Cell cell(Object value) {
    return new Cell(oneLine(String.valueOf(value)), Optional.empty(), false);
  }

  static Cell number(long value) {
    return number(Long.toString(value));
  }

  static Cell number(String value) {
    return new Cell(value, Optional.empty(), true);
  }

  static Cell cell(Object value, Colour colour) {
    return new Cell(oneLine(String.valueOf(value)), Optional.of(colour), false);
  }

  /** Keeps text from other sources from breaking the table. */
  private static String oneLine(String text) {
    return Terminal.sanitize(text).replace('\n', ' ').replace('\t', ' ');
  }

  /** A text and its style. */
  record Cell(String text, Optional<Colour> colour, boolean alignRight) {}
}
