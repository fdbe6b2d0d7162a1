package swarmd.hostfile;

/** What is no JSON; the message says where and why. */
public final class MalformedJson extends Exception {
  private static final long serialVersionUID = 1;

  MalformedJson(String text, int at, String why) {
    super("line %d, column %d: %s".formatted(line(text, at), column(text, at), why));
  }

  private static long line(String text, int at) {
    return 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private static int column(String text, int at) {
    return at - text.lastIndexOf('\n', at - 1);
  }
}
