package swarmd.sessions;

import java.util.regex.Pattern;
import swarmd.common.InvalidValue;

/** The form of session and agent ids. Anything else is not an id and never part of a path. */
public final class SessionId {
  public static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,255}");

  private static final String RULE =
      "1 to 256 letters, digits, '_' and '-', starting with a letter or a digit";

  private SessionId() {}

  public static boolean isValid(String id) {
    return PATTERN.matcher(id).matches();
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if it is not a session id
   */
  public static String check(String id) {
    if (!isValid(id)) {
      throw new InvalidValue("session", "must be " + RULE + ", not '" + id + "'");
    }
    return id;
  }
}
