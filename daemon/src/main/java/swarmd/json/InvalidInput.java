package swarmd.json;

/** Input that is not valid JSON, or not the expected JSON; the message says where and why. */
public final class InvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final String BODY = "the body";

  private final boolean aboutAll;

  private InvalidInput(String message, boolean aboutAll) {
    super(message, null, false, false);
    this.aboutAll = aboutAll;
  }

  public static InvalidInput because(String message) {
    return new InvalidInput(message, false);
  }

  /**
   * The input as a whole is wrong.
   *
   * @param problem continues a sentence that begins with the body: "must be a JSON object"
   */
  public static InvalidInput ofBody(String problem) {
    return new InvalidInput(BODY + " " + problem, true);
  }

  /** The message for input that is not the body of a request, but a file, for example. */
  public String messageAbout(String source) {
    return aboutAll ? source + getMessage().substring(BODY.length()) : source + ": " + getMessage();
  }
}
