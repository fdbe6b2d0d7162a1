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
 * @param name the name of its group, or its number there, for messages
 * @param timeout how long it may take
 * @param onTimeout what it means if it takes longer
 * @param onFailure what it means if it fails
 * @param statusMessage what a person may be shown while it runs
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

  /** What is done. */
  public sealed interface Action {

    /** A command line for sh. */
    record Command(String line) implements Action {}

    /** A POST of the payload. */
    record Http(URI url, Map<String, String> headers) implements Action {}

    /** A class of a plugin. */
    record Plugin(String className) implements Action {}
  }

  /** How a hook that gave no answer is treated. */
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

  /** Where it was written down; later ones come after earlier ones. */
  public enum Origin {
    USER,
    PROJECT,
    LOCAL,
    PLUGIN
  }
}
