package swarmd.modes;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Removes XML elements with their content, and tags without content. */
final class XmlBlocks {
  private final String text;
  private final Map<String, Deque<Integer>> open = new HashMap<>();

  /** How many elements start at each character, minus how many end there. */
  private final int[] depth;

  private XmlBlocks(String text) {
    this.text = text;
    this.depth = new int[text.length() + 1];
  }

  /**
   * @param whole false if the text was cut off, so that an open element may have been closed later
   */
  static String removeFrom(String text, boolean whole) {
    XmlBlocks blocks = new XmlBlocks(text);
    blocks.findTags();
    if (!whole) {
      blocks
          .open
          .values()
          .forEach(starts -> starts.forEach(start -> blocks.remove(start, text.length())));
    }
    return blocks.rest();
  }

  private void findTags() {
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      boolean closing = text.startsWith("</", at);
      int nameStart = closing ? at + 2 : at + 1;
      int nameEnd = nameEnd(nameStart);
      int end = tagEnd(nameEnd);
      if (nameEnd > nameStart && end > 0) {
        String name = text.substring(nameStart, nameEnd).toLowerCase(Locale.ROOT);
        tag(at, end, name, closing);
      }
    }
  }

  private void tag(int start, int end, String name, boolean closing) {
    Deque<Integer> starts = open.computeIfAbsent(name, same -> new ArrayDeque<>());
    if (closing) {
      if (!starts.isEmpty()) {
        remove(starts.pop(), end);
      }
    } else if (text.charAt(end - 2) == '/') {
      remove(start, end);
    } else {
      starts.push(start);
    }
  }

  private int nameEnd(int from) {
    int end = from;
    while (end < text.length() && isNamePart(text.charAt(end), end == from)) {
      end++;
    }
    return end;
  }

  private static boolean isNamePart(char c, boolean first) {
    return Character.isLetter(c)
        || c == '_'
        || !first && (Character.isDigit(c) || "-.:".indexOf(c) >= 0);
  }

  /** The position after the tag's closing bracket; 0 if it has none. */
  private int tagEnd(int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean attributes = i == from && !Character.isWhitespace(c) && c != '/' && c != '>';
      if (c == '<' || attributes) {
        return 0;
      }
      if (c == '>') {
        return i + 1;
      }
    }
    return 0;
  }

  private void remove(int start, int end) {
    depth[start]++;
    depth[end]--;
  }

  private String rest() {
    StringBuilder rest = new StringBuilder();
    int inside = 0;
    for (int i = 0; i < text.length(); i++) {
      boolean before = inside > 0;
      inside += depth[i];
      if (inside == 0) {
        rest.append(text.charAt(i));
      } else if (!before) {
        rest.append(' ');
      }
    }
    return rest.toString();
  }
}
