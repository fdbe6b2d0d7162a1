package swarmd.hostfile;

/**
 * A position in a text, as editors show it.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record Position(int line, int column) {

  /** The position of the character at this offset. */
  public static Position of(String text, int offset) {
    int line = 1;
    for (int end = text.indexOf('\n');
        end >= 0 && end < offset;
        end = text.indexOf('\n', end + 1)) {
      line++;
    }
    return new Position(line, offset - text.lastIndexOf('\n', offset - 1));
  }
}
