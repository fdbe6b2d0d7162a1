package swarmd.sessions;

import java.util.regex.Pattern;

/** What ids of sessions and agents look like. Anything else is no id and never part of a path. */
public final class SessionId {
  public static final String RULE = "1 to 256 letters, digits, '_' and '-', not '-' or '_' first";
  public static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,255}");

  private SessionId() {}

  public static boolean isValid(String id) {
    return PATTERN.matcher(id).matches();
  }
}
