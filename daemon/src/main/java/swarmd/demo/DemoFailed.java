package swarmd.demo;

/** The demo cannot continue; the message says why. */
public final class DemoFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  DemoFailed(String message) {
    super(message);
  }

  DemoFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
