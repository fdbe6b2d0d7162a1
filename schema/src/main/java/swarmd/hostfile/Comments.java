package swarmd.hostfile;

/** Comments between JSON values. */
public final class Comments {
  private Comments() {}

  /** The offset after the comment that starts here; -1 if none does, or if it has no end. */
  static int end(String text, int start) {
    if (text.startsWith("//", start)) {
      int end = text.indexOf('\n', start);
      return end < 0 ? text.length() : end;
    }
    int end = text.startsWith("/*", start) ? text.indexOf("*/", start + 2) : -1;
    return end < 0 ? -1 : end + 2;
  }

  /** The offset of the next comma outside comments. There must be one. */
  public static int comma(String text, int start) {
    int at = start;
    while (text.charAt(at) != ',') {
      at = text.charAt(at) == '/' ? end(text, at) : at + 1;
    }
    return at;
  }
}
