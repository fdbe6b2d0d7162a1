package swarmd.text;

/** The character that some editors write before a text to name its encoding. */
public final class ByteOrderMark {
  private static final String MARK = "\uFEFF";

  private ByteOrderMark() {}

  public static String removedFrom(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }
}
