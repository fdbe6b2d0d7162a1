package swarmd.builtin.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.notes.Note;
import swarmd.text.Cut;

/** Finds remember tags in a text. Takes linear time for any text. */
final class RememberTags {
  private static final String OPEN = "<remember";
  private static final String CLOSE = "</remember>";
  private static final String FENCE = "```";
  private static final int MAX_TAGS = 5;
  private static final int MAX_TEXT = 500;

  private final String text;
  private final List<Remembered> found = new ArrayList<>();
  private int nextFence;
  private boolean fenced;

  /** The text of a tag, on one line. */
  record Remembered(Note.Kind kind, String text) {}

  private RememberTags(String text) {
    this.text = text;
    this.nextFence = text.indexOf(FENCE);
  }

  /** The first few; skips tags in code, which are only examples. */
  static List<Remembered> in(String text) {
    int first = text.indexOf(OPEN);
    return first < 0 ? List.of() : new RememberTags(text).collect(first);
  }

  private List<Remembered> collect(int first) {
    int at = first;
    int close = 0;
    while (at >= 0 && found.size() < MAX_TAGS) {
      int tagEnd = text.indexOf('>', at);
      if (close < tagEnd) { // otherwise the last closing tag found is still ahead
        close = text.indexOf(CLOSE, tagEnd);
      }
      if (tagEnd < 0 || close < 0) {
        break;
      }
      Optional<Note.Kind> kind = kind(text.substring(at + OPEN.length(), tagEnd));
      if (kind.isPresent() && !inCode(at)) {
        keep(kind.get(), Cut.toLine(MAX_TEXT, text.substring(tagEnd + 1, close)));
        at = text.indexOf(OPEN, close);
      } else {
        at = text.indexOf(OPEN, tagEnd);
      }
    }
    return found;
  }

  private void keep(Note.Kind kind, String content) {
    if (!content.isEmpty()) {
      found.add(new Remembered(kind, content));
    }
  }

  /** Empty if it is another tag. */
  private static Optional<Note.Kind> kind(String attributes) {
    return switch (attributes) {
      case "" -> Optional.of(Note.Kind.WORKING);
      case " priority" -> Optional.of(Note.Kind.PRIORITY);
      default -> Optional.empty();
    };
  }

  private boolean inCode(int at) {
    while (nextFence >= 0 && nextFence < at) {
      fenced = !fenced;
      nextFence = text.indexOf(FENCE, nextFence + FENCE.length());
    }
    return fenced || at > 0 && text.charAt(at - 1) == '`';
  }
}
