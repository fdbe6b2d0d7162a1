package swarmd.messages;

import java.util.List;
import swarmd.common.InvalidValue;
import swarmd.common.TextLength;

/**
 * A message to store for each of its receivers.
 *
 * @param sending identifies the call, so that repeating it stores nothing twice
 */
public record NewMessage(
    String sending, String project, Sender sender, List<Address> receivers, String text) {

  /** The characters that a message may have: every receiver's model has to read them. */
  public static final TextLength TEXT = TextLength.notBlank(4_000, "text");

  /** The limit at the doors, so that {@link #checkText} can refuse a longer text with advice. */
  public static final TextLength ANY_TEXT = TextLength.upTo(Integer.MAX_VALUE, "text");

  public static final TextLength REQUEST_ID = TextLength.notBlank(256, "request_id");

  /**
   * Checks the limits.
   *
   * @throws InvalidValue if the text is blank or too long
   */
  public NewMessage {
    checkText(text);
    receivers = List.copyOf(receivers);
  }

  static void checkText(String text) {
    if (text.indexOf('\0') >= 0) { // which PostgreSQL cannot store
      throw new InvalidValue(TEXT.field(), "must not contain NUL characters");
    }
    int length = TextLength.lengthOf(text);
    if (length > TEXT.max()) {
      throw new InvalidValue(
          TEXT.field(),
          "has %,d characters, and %,d are allowed; shorten it, or write it to a file and send the path"
              .formatted(length, TEXT.max()));
    }
    TEXT.check(text);
  }
}
