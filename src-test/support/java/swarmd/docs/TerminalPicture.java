package swarmd.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws what a terminal shows as SVG, for light and dark pages. */
final class TerminalPicture {
  private static final double CHARACTER = 8.4;
  private static final int LINE = 20;
  private static final int MARGIN = 18;
  private static final int TITLE = 34;

  /** Select Graphic Rendition, and any other sequence, which is left out. */
  private static final Pattern SEQUENCE =
      Pattern.compile("\u001b\\[([0-9;]*)m|\u001b\\[[0-9;?]*[A-Za-ln-z]|\u001b[=>]|\r");

  private static final String STYLE =
      """
      <style>
      .b{fill:#ffffff;stroke:#d0d7de}.t,.f{fill:#1f2328}.t{font:14px ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace}
      .d{fill:#656d76}.h{font-weight:bold}.c1{fill:#cf222e}.c2{fill:#1a7f37}.c3{fill:#9a6700}.c4{fill:#0969da}.c5{fill:#8250df}.c6{fill:#1b7c83}
      .o{fill:#d0d7de}.p{fill:#8250df}
      @media (prefers-color-scheme:dark){.b{fill:#0d1117;stroke:#30363d}.t,.f{fill:#e6edf3}.d{fill:#8d96a0}.c1{fill:#ff7b72}
      .c2{fill:#3fb950}.c3{fill:#d29922}.c4{fill:#58a6ff}.c5{fill:#bc8cff}.c6{fill:#39c5cf}.o{fill:#30363d}.p{fill:#bc8cff}}
      </style>
      """;

  private final List<String> lines = new ArrayList<>();
  private final String title;

  TerminalPicture(String title) {
    this.title = title;
  }

  /** A command as a person types it. */
  void command(String command) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add("\u001b[95m$\u001b[0m \u001b[1m" + command + "\u001b[0m");
  }

  void output(String text) {
    text.stripTrailing().lines().forEach(lines::add);
  }

  String svg() {
    int columns =
        lines.stream()
            .mapToInt(line -> SEQUENCE.matcher(line).replaceAll("").length())
            .max()
            .orElse(0);
    double width = columns * CHARACTER + 2 * MARGIN;
    int height = TITLE + lines.size() * LINE + MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$s %2$d\" width=\"%1$s\" height=\"%2$d\" role=\"img\">%n"
            .formatted(number(width), height));
    svg.append("<title>").append(escaped(title)).append("</title>\n").append(STYLE);
    svg.append(
        "<rect class=\"b\" x=\"0.5\" y=\"0.5\" width=\"%s\" height=\"%d\" rx=\"8\"/>%n"
            .formatted(number(width - 1), height - 1));
    for (int i = 0; i < 3; i++) {
      svg.append("<circle class=\"o\" cx=\"%d\" cy=\"17\" r=\"5\"/>%n".formatted(20 + 17 * i));
    }
    for (int i = 0; i < lines.size(); i++) {
      line(svg, lines.get(i), TITLE + i * LINE + LINE * 3 / 4);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void line(StringBuilder svg, String line, int y) {
    Matcher sequence = SEQUENCE.matcher(line);
    int column = 0;
    int start = 0;
    String style = "";
    while (sequence.find()) {
      column = run(svg, line.substring(start, sequence.start()), column, y, style);
      start = sequence.end();
      if (sequence.group(1) != null) {
        style = style(style, sequence.group(1));
      }
    }
    run(svg, line.substring(start), column, y, style);
  }

  /** Returns the column after the text. Spaces need no ink. */
  private static int run(StringBuilder svg, String text, int column, int y, String style) {
    int spaces = text.length() - text.stripLeading().length();
    String ink = text.strip();
    if (!ink.isEmpty()) {
      svg.append(
          "<text class=\"t%s\" x=\"%s\" y=\"%d\" textLength=\"%s\" xml:space=\"preserve\">%s</text>%n"
              .formatted(
                  style,
                  number(MARGIN + (column + spaces) * CHARACTER),
                  y,
                  number(ink.length() * CHARACTER),
                  escaped(ink)));
    }
    return column + text.length();
  }

  private static String style(String before, String codes) {
    String style = before;
    for (String code : codes.split(";")) {
      style =
          switch (code) {
            case "", "0" -> "";
            case "1" -> style + " h";
            case "2" -> style + " d";
            case "95" -> style + " p";
            default -> code.matches("[39][1-6]") ? style + " c" + code.charAt(1) : style;
          };
    }
    return style;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
