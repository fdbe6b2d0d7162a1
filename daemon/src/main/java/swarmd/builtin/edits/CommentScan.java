package swarmd.builtin.edits;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds short comments and the code that each is about: those at the end of a line of code, and
 * those on one line of their own above one. Longer ones explain something, and comments for
 * documentation have their readers. Takes linear time.
 */
final class CommentScan {
  /** A comment without its marker, and the line of code beside or below it. */
  record Comment(String text, String code) {}

  private enum Within {
    CODE,
    BLOCK_COMMENT,
    DOCSTRING,
    TEMPLATE
  }

  /** One line, taken apart; both empty for a blank line and for one of a longer comment. */
  private record Line(String code, String comment) {}

  private final Language language;
  private Within within = Within.CODE;
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
    boolean hidden = within != Within.CODE || line.stripLeading().startsWith("/*");
    Line found = takenApart(line);
    return hidden ? new Line("", "") : found;
  }

  private Line takenApart(String line) {
    char quote = 0;
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (within != Within.CODE) {
        i = leave(line, i);
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
        i += c == '\\' ? 2 : 1;
      } else if (startsComment(line, i)) {
        return new Line(line.substring(0, i).strip(), commentText(line, i));
      } else if (enters(line, i)) {
        i += within == Within.TEMPLATE ? 1 : within == Within.BLOCK_COMMENT ? 2 : 3;
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

  /** What begins with another sign than a letter is a directive, a heading or documentation. */
  private String commentText(String line, int i) {
    String text = line.substring(i + language.comment().length());
    boolean plain =
        !text.isEmpty() && (text.charAt(0) == ' ' || Character.isLetter(text.charAt(0)));
    return plain ? text.strip() : "";
  }

  private boolean enters(String line, int i) {
    switch (line.charAt(i)) {
      case '/' -> {
        if (language == Language.SLASHES && line.startsWith("/*", i)) {
          within = Within.BLOCK_COMMENT;
        }
      }
      case '`' -> {
        if (language == Language.SLASHES) {
          within = Within.TEMPLATE;
        }
      }
      case '"', '\'' -> {
        if (line.startsWith("\"\"\"", i) || line.startsWith("'''", i)) {
          docstring = line.substring(i, i + 3);
          within = Within.DOCSTRING;
        }
      }
      default -> {}
    }
    return within != Within.CODE;
  }

  /** Where to go on, after the end of what it is within or of the line. */
  private int leave(String line, int i) {
    String end =
        switch (within) {
          case BLOCK_COMMENT -> "*/";
          case TEMPLATE -> "`";
          default -> docstring;
        };
    int at = line.indexOf(end, i);
    if (at < 0) {
      return line.length();
    }
    within = Within.CODE;
    return at + end.length();
  }
}
