package swarmd.hosts;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Shortens texts to a length that hosts pass on in full. */
final class TextLimit {
  /** Claude Code reduces longer texts to a preview. */
  static final int MAX = 10_000;

  /** Of one character of Java's in UTF-8. */
  private static final int MAX_BYTES_PER_CHARACTER = 3;

  private final FullTexts fullTexts;
  private final int bytes;

  TextLimit(FullTexts fullTexts) {
    this(fullTexts, Integer.MAX_VALUE);
  }

  private TextLimit(FullTexts fullTexts, int bytes) {
    this.fullTexts = fullTexts;
    this.bytes = bytes;
  }

  /** The same for a host that counts bytes. */
  TextLimit within(int maxBytes) {
    return new TextLimit(fullTexts, maxBytes);
  }

  /** How many characters certainly fit. */
  static int charactersIn(int bytes) {
    return Math.min(MAX, bytes / MAX_BYTES_PER_CHARACTER);
  }

  /** The text, or its beginning and the path of the whole text. */
  String fit(String text) {
    if (fits(text)) {
      return text;
    }
    String pointer = "\n\n[shortened" + pathOfWhole(text) + "]";
    int end = lengthOfBeginning(text, pointer);
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + pointer;
  }

  private boolean fits(String text) {
    return text.length() <= charactersIn(bytes)
        || text.length() <= MAX && lengthInBytes(text) <= bytes;
  }

  private int lengthOfBeginning(String text, String pointer) {
    int end = Math.min(text.length(), MAX - pointer.length());
    int over = lengthInBytes(text.substring(0, end) + pointer) - bytes;
    while (over > 0) {
      end -= Math.max(1, over / MAX_BYTES_PER_CHARACTER);
      over = lengthInBytes(text.substring(0, end) + pointer) - bytes;
    }
    return end;
  }

  private static int lengthInBytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
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
