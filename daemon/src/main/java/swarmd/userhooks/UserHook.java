package swarmd.userhooks;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One hook that the user has configured.
 *
 * @param name its own name, its group's or a number, for messages
 * @param onTimeout the consequence of a timeout
 * @param onFailure the consequence of a failure
 * @param statusMessage may be shown while it runs
 */
public record UserHook(
    String name,
    Action action,
    Duration timeout,
    Behaviour onTimeout,
    Behaviour onFailure,
    Optional<String> statusMessage,
    Origin origin) {

  UserHook within(Duration limit) {
    return new UserHook(name, action, limit, onTimeout, onFailure, statusMessage, origin);
  }

  /** What to run. */
  public sealed interface Action {

    /** A command line for sh. */
    record Command(String line) implements Action {}

    /** A POST of the payload. */
    record Http(URI url, Map<String, String> headers) implements Action {}

    /** A class of a plugin. */
    record Plugin(String className) implements Action {}
  }

  /** The consequence of a missing answer. */
  public enum Behaviour {
    IGNORE,
    DENY,
    ASK;

    static Optional<Behaviour> named(String name) {
      return Arrays.stream(values())
          .filter(behaviour -> behaviour.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }

  /** Where the hook is configured, in the order in which hooks run. */
  public enum Origin {
    USER,
    PROJECT,
    LOCAL,
    PLUGIN
  }
}
