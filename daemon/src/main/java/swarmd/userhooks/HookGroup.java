package swarmd.userhooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;

/**
 * Hooks for the same events, as written in a file.
 *
 * @param event by the name that the file uses
 * @param order lower goes first within the file
 */
public record HookGroup(
    String event,
    Optional<String> name,
    HookMatcher matcher,
    boolean sequential,
    int order,
    List<Entry> entries) {

  /** One hook; absent settings come from the defaults. */
  public record Entry(
      Optional<String> name,
      Action action,
      Optional<Duration> timeout,
      Optional<Behaviour> onTimeout,
      Optional<Behaviour> onFailure,
      Optional<String> statusMessage) {}
}
