package swarmd.hostfile;

/** Thrown for text that is not valid JSON. */
public final class MalformedJson extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;
  private final String reason;

  MalformedJson(Position position, String reason) {
    super("line %d, column %d: %s".formatted(position.line(), position.column(), reason));
    line = position.line();
    column = position.column();
    this.reason = reason;
  }

  public Position position() {
    return new Position(line, column);
  }

  /** The message without the position. */
  public String reason() {
    return reason;
  }
}
