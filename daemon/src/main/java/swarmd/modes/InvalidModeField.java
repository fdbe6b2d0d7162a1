package swarmd.modes;

/** An unknown field of a mode, or a value that it does not accept; the message tells which. */
public final class InvalidModeField extends RuntimeException {
  private static final long serialVersionUID = 1;

  public InvalidModeField(String message) {
    super(message, null, false, false);
  }
}
