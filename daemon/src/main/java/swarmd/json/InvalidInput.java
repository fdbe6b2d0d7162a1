package swarmd.json;

/** Input that is not valid JSON, or not the expected JSON; the message says where and why. */
public final class InvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  private InvalidInput(String message) {
    super(message, null, false, false);
  }

  public static InvalidInput because(String message) {
    return new InvalidInput(message);
  }
}
