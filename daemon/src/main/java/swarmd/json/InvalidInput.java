package swarmd.json;

/** What was sent is no JSON, or not the JSON that is needed; the message says where and why. */
public final class InvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  private InvalidInput(String message) {
    super(message, null, false, false);
  }

  public static InvalidInput because(String message) {
    return new InvalidInput(message);
  }
}
