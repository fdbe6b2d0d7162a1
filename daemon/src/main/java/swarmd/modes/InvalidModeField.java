package swarmd.modes;

/** A field that a mode does not have, or a value that does not fit it; the message says which. */
public final class InvalidModeField extends RuntimeException {
  private static final long serialVersionUID = 1;

  public InvalidModeField(String message) {
    super(message, null, false, false);
  }
}
