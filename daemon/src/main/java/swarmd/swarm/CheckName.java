package swarmd.swarm;

import java.util.regex.Pattern;

/** The name of a check: all that an agent can write to have it run. */
public final class CheckName {
  public static final int MAX_LENGTH = 64;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,%d}".formatted(MAX_LENGTH - 1));

  private CheckName() {}

  public static boolean isValid(String text) {
    return NAME.matcher(text).matches();
  }
}
