package swarmd.demo;

/** The show cannot go on; the message says why. */
public final class ShowFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  ShowFailed(String message) {
    super(message);
  }

  ShowFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
