package swarmd.builtin.edits;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds one-line comments and the code they describe: at the end of a line of code, or on the line
 * above it. Skips longer comments and documentation, which rarely just repeat code. Takes linear
 * time.
 */
final class CommentScan {
  /** A comment without its marker, and the line of code beside or below it. */
  record Comment(String text, String code) {}

  private enum Region {
    CODE,
    BLOCK_COMMENT,
    DOCSTRING,
    TEMPLATE
  }

  /** One line, split; both parts are empty for a blank line and inside a block comment. */
  private record Line(String code, String comment) {}

  private final Language language;
  private Region region = Region.CODE;
  private String docstring = "";

  private CommentScan(Language language) {
    this.language = language;
  }

  static List<Comment> comments(String text, Language language) {
    return language.comment().isEmpty() || !text.contains(language.comment())
        ? List.of()
        : new CommentScan(language).scan(text);
  }

  private List<Comment> scan(String text) {
    List<Line> lines = text.lines().map(this::line).toList();
    List<Comment> found = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      if (line.comment.isEmpty()) {
        continue;
      }
      if (!line.code.isEmpty()) {
        found.add(new Comment(line.comment, line.code));
      } else if (!isComment(lines, i - 1) && !isComment(lines, i + 1) && i + 1 < lines.size()) {
        found.add(new Comment(line.comment, lines.get(i + 1).code));
      }
    }
    return found;
  }

  private static boolean isComment(List<Line> lines, int i) {
    return i >= 0
        && i < lines.size()
        && lines.get(i).code.isEmpty()
        && !lines.get(i).comment.isEmpty();
  }

  private Line line(String line) {
    boolean hidden = region != Region.CODE || line.stripLeading().startsWith("/*");
    Line found = splitLine(line);
    return hidden ? new Line("", "") : found;
  }

  private Line splitLine(String line) {
    char quote = 0;
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (region != Region.CODE) {
        i = leaveRegion(line, i);
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
        i += c == '\\' ? 2 : 1;
      } else if (startsComment(line, i)) {
        return new Line(line.substring(0, i).strip(), commentText(line, i));
      } else if (enterRegion(line, i)) {
        i += region == Region.TEMPLATE ? 1 : region == Region.BLOCK_COMMENT ? 2 : 3;
      } else {
        quote = c == '"' || c == '\'' ? c : 0;
        i++;
      }
    }
    return new Line(line.strip(), "");
  }

  private boolean startsComment(String line, int i) {
    return line.charAt(i) == language.comment().charAt(0)
        && line.startsWith(language.comment(), i)
        && (i == 0
            || (language == Language.SLASHES
                ? line.charAt(i - 1) != ':'
                : Character.isWhitespace(line.charAt(i - 1))));
  }

  /** Anything but a space or letter here marks a directive, a heading or documentation. */
  private String commentText(String line, int i) {
    String text = line.substring(i + language.comment().length());
    boolean plain =
        !text.isEmpty() && (text.charAt(0) == ' ' || Character.isLetter(text.charAt(0)));
    return plain ? text.strip() : "";
  }

  private boolean enterRegion(String line, int i) {
    switch (line.charAt(i)) {
      case '/' -> {
        if (language == Language.SLASHES && line.startsWith("/*", i)) {
          region = Region.BLOCK_COMMENT;
        }
      }
      case '`' -> {
        if (language == Language.SLASHES) {
          region = Region.TEMPLATE;
        }
      }
      case '"', '\'' -> {
        if (line.startsWith("\"\"\"", i) || line.startsWith("'''", i)) {
          docstring = line.substring(i, i + 3);
          region = Region.DOCSTRING;
        }
      }
      default -> {}
    }
    return region != Region.CODE;
  }

  /** Returns where to continue: after the end of the current construct, or of the line. */
  private int leaveRegion(String line, int i) {
    String end =
        switch (region) {
          case BLOCK_COMMENT -> "*/";
          case TEMPLATE -> "`";
          default -> docstring;
        };
    int at = line.indexOf(end, i);
    if (at < 0) {
      return line.length();
    }
    region = Region.CODE;
    return at + end.length();
  }
}
