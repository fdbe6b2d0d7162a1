package swarmd.userhooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;

/**
 * Hooks with the events they are about, as a file has them.
 *
 * @param event under which name it was written down
 * @param order lower goes first among those of its file
 */
public record HookGroup(
    String event,
    Optional<String> name,
    HookMatcher matcher,
    boolean sequential,
    int order,
    List<Entry> entries) {

  /** One hook; what is absent is as the defaults say. */
  public record Entry(
      Optional<String> name,
      Action action,
      Optional<Duration> timeout,
      Optional<Behaviour> onTimeout,
      Optional<Behaviour> onFailure,
      Optional<String> statusMessage) {}
}
