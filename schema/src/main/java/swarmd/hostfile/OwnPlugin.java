package swarmd.hostfile;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our plugin in a host, of this installation or another.
 *
 * @param launcher the program that it runs where the daemon does not answer
 */
public record OwnPlugin(String launcher) {
  private static final Pattern LAUNCHER =
      Pattern.compile("(?m)^const LAUNCHER = \"((?:[^\"\\\\]|\\\\.)*)\";$");

  /** Empty if the file is not ours. */
  public static Optional<OwnPlugin> of(String text) {
    Matcher launcher = LAUNCHER.matcher(text);
    return launcher.find()
        ? Optional.of(new OwnPlugin(launcher.group(1).replaceAll("\\\\(.)", "$1")))
        : Optional.empty();
  }
}
