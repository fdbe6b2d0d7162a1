package swarmd.userhooks;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;

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
    ASK,
    /** Nothing is approved: the host asks its person or, if it may not, the request is denied. */
    WITHDRAW;

    /** The behaviour that a settings file calls so; WITHDRAW is a default only. */
    static Optional<Behaviour> named(String name) {
      return Stream.of(IGNORE, DENY, ASK)
          .filter(behaviour -> behaviour.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }

    /**
     * This behaviour, set for all hooks, on one kind of event. A broken permission guard must not
     * let anything pass, so only the guard's own setting can ignore its failure.
     */
    Behaviour asDefaultOf(EventKind kind) {
      return this == IGNORE && kind == EventKind.PERMISSION_REQUEST ? WITHDRAW : this;
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
