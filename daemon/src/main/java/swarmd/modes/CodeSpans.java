package swarmd.modes;

import java.util.HashMap;
import java.util.Map;

/** Removes Markdown's fenced and inline code, block quotes and comments. */
final class CodeSpans {
  private static final int FENCE = 3;
  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";

  private final String text;
  private final boolean whole;
  private final Map<Integer, Integer> lastTicks = new HashMap<>();
  private final int lastCommentEnd;
  private final StringBuilder kept = new StringBuilder();
  private int at;

  private CodeSpans(String text, boolean whole) {
    this.text = text;
    this.whole = whole;
    this.lastCommentEnd = text.lastIndexOf(COMMENT_END);
    for (int i = text.indexOf('`'); i >= 0; i = text.indexOf('`', i + run(i))) {
      lastTicks.put(run(i), i);
    }
  }

  /**
   * @param whole false if the text was cut off, so that an open comment may have been closed later
   */
  static String removeFrom(String text, boolean whole) {
    return new CodeSpans(text, whole).removed();
  }

  private String removed() {
    boolean lineStart = true;
    while (at < text.length()) {
      if (lineStart && skipLine()) {
        continue;
      }
      char c = text.charAt(at);
      lineStart = c == '\n';
      if (c == '`') {
        inlineCode();
      } else if (c == '<' && text.startsWith(COMMENT, at)) {
        comment();
      } else {
        kept.append(c);
        at++;
      }
    }
    return kept.toString();
  }

  /** Skips a quoted line or a fenced block that starts here; returns whether there was one. */
  private boolean skipLine() {
    int first = at;
    while (first < text.length() && (text.charAt(first) == ' ' || text.charAt(first) == '\t')) {
      first++;
    }
    if (first == text.length()) {
      return false;
    }
    char c = text.charAt(first);
    if (c == '>') {
      at = lineEnd(first);
      return skipped();
    }
    if ((c == '`' || c == '~') && run(first) >= FENCE && !isInline(first)) {
      at = fenceEnd(first);
      return skipped();
    }
    return false;
  }

  private boolean skipped() {
    kept.append('\n');
    return true;
  }

  /** Three ticks that are closed on the same line are inline code. */
  private boolean isInline(int first) {
    String line = text.substring(first, lineEnd(first));
    return line.charAt(0) == '`' && line.indexOf('`', run(first)) >= 0;
  }

  private int fenceEnd(int first) {
    char c = text.charAt(first);
    int length = run(first);
    for (int line = lineEnd(first); line < text.length(); line = lineEnd(line)) {
      String candidate = text.substring(line, lineEnd(line)).strip();
      if (candidate.length() >= length && candidate.chars().allMatch(other -> other == c)) {
        return lineEnd(line);
      }
    }
    return text.length();
  }

  /** The start of the next line. */
  private int lineEnd(int from) {
    int newline = text.indexOf('\n', from);
    return newline < 0 ? text.length() : newline + 1;
  }

  private int run(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) == text.charAt(from)) {
      end++;
    }
    return end - from;
  }

  private void inlineCode() {
    int length = run(at);
    int end = at + length;
    if (lastTicks.getOrDefault(length, -1) > at) {
      int close = text.indexOf('`', end);
      while (run(close) != length) {
        close = text.indexOf('`', close + run(close));
      }
      end = close + length;
      kept.append(PromptText.SOMETHING);
    } else {
      kept.append(' ');
    }
    at = end;
  }

  private void comment() {
    int begin = at + COMMENT.length();
    if (lastCommentEnd >= begin) {
      at = text.indexOf(COMMENT_END, begin) + COMMENT_END.length();
    } else {
      at = whole ? begin : text.length();
    }
    kept.append(' ');
  }
}
