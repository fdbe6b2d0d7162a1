package swarmd.hosts;

import java.io.UncheckedIOException;

/** Keeps texts to a length that hosts pass on whole. */
final class TextLimit {
  /** Claude Code cuts longer ones to a preview. */
  static final int MAX = 10_000;

  private final FullTexts fullTexts;

  TextLimit(FullTexts fullTexts) {
    this.fullTexts = fullTexts;
  }

  /** The text, or its beginning and where the whole of it is. */
  String fit(String text) {
    if (text.length() <= MAX) {
      return text;
    }
    String pointer = "\n\n[shortened" + whereabouts(text) + "]";
    int end = MAX - pointer.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + pointer;
  }

  /** An answer without its end is better than none. */
  private String whereabouts(String text) {
    try {
      return "; the whole text is in " + fullTexts.keep(text);
    } catch (UncheckedIOException e) {
      return "";
    }
  }
}
