package swarmd.sessions;

import swarmd.common.InvalidValue;

/** The form of session and agent ids. Anything else is not an id and never part of a path. */
public final class SessionId {
  private static final int MAX_LENGTH = 256;

  private static final String RULE =
      "1 to 256 letters, digits, '_' and '-', starting with a letter or a digit";

  private SessionId() {}

  /** Without a regular expression, since every event asks. */
  public static boolean isValid(String id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH || !isAlphanumeric(id.charAt(0))) {
      return false;
    }
    for (int i = 1; i < id.length(); i++) {
      char c = id.charAt(i);
      if (!isAlphanumeric(c) && c != '_' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
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
