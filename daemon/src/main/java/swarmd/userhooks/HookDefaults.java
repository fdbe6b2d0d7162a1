package swarmd.userhooks;

import java.time.Duration;
import java.util.Optional;
import swarmd.userhooks.UserHook.Behaviour;

/** What a file says about all hooks; what is absent is as somebody else says. */
public record HookDefaults(
    Optional<Boolean> enabled,
    Optional<Duration> timeout,
    Optional<Behaviour> onTimeout,
    Optional<Behaviour> onFailure,
    Optional<Integer> maxConcurrent) {

  static final HookDefaults NONE =
      new HookDefaults(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** This, where the other says nothing. */
  HookDefaults overriddenBy(HookDefaults later) {
    return new HookDefaults(
        later.enabled.or(() -> enabled),
        later.timeout.or(() -> timeout),
        later.onTimeout.or(() -> onTimeout),
        later.onFailure.or(() -> onFailure),
        later.maxConcurrent.or(() -> maxConcurrent));
  }

  boolean isEmpty() {
    return equals(NONE);
  }
}
