package swarmd.checks;

/**
 * The end of an output, cut where a line begins if possible. Thread-safe. Programs may print
 * U+0000, which no text of a task can have.
 */
final class OutputTail {
  private final int limit;
  private final StringBuilder text = new StringBuilder();

  OutputTail(int limit) {
    this.limit = limit;
  }

  synchronized void add(String more) {
    text.append(more.replace('\0', '\uFFFD'));
    if (text.length() > 2 * limit) {
      text.delete(0, text.length() - limit);
    }
  }

  synchronized String text() {
    if (text.length() <= limit) {
      return text.toString();
    }
    String end = text.substring(text.length() - limit);
    int line = end.indexOf('\n');
    return line < 0 || line == end.length() - 1 ? end : end.substring(line + 1);
  }
}
