package swarmd.hosts;

import java.io.UncheckedIOException;

/** Shortens texts to a length that hosts pass on in full. */
final class TextLimit {
  /** Claude Code reduces longer texts to a preview. */
  static final int MAX = 10_000;

  private final FullTexts fullTexts;

  TextLimit(FullTexts fullTexts) {
    this.fullTexts = fullTexts;
  }

  /** The text, or its beginning and the path of the whole text. */
  String fit(String text) {
    if (text.length() <= MAX) {
      return text;
    }
    String pointer = "\n\n[shortened" + pathOfWhole(text) + "]";
    int end = MAX - pointer.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + pointer;
  }

  /** If the text cannot be kept, a shortened answer is better than none. */
  private String pathOfWhole(String text) {
    try {
      return "; the whole text is in " + fullTexts.keep(text);
    } catch (UncheckedIOException e) {
      return "";
    }
  }
}
