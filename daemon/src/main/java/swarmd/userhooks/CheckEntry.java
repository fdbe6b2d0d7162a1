package swarmd.userhooks;

import java.time.Duration;
import swarmd.swarm.CheckName;
import swarmd.userhooks.UserHook.Origin;

/**
 * A check that a settings file names: a command whose exit code tells whether the work is good.
 *
 * @param name all that an agent can write to have it run
 * @param command a command line for sh
 */
public record CheckEntry(String name, String command, Duration timeout, Origin origin) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);

  public CheckEntry {
    if (!isValidName(name)) {
      throw new IllegalArgumentException("name: " + name);
    }
    if (command.isBlank() || command.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("command: " + command);
    }
    if (timeout.isZero() || timeout.isNegative() || timeout.compareTo(HookTimeout.MAX) > 0) {
      throw new IllegalArgumentException("timeout: " + timeout);
    }
  }

  public static boolean isValidName(String text) {
    return CheckName.isValid(text);
  }
}
