package swarmd.userhooks;

import java.time.Duration;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.userhooks.UserHook.Behaviour;

/** Settings for all hooks; absent ones come from other files or from the built-in defaults. */
public record HookDefaults(
    Optional<Boolean> enabled,
    Optional<Duration> timeout,
    Optional<Behaviour> onTimeout,
    Optional<Behaviour> onFailure,
    Optional<Integer> maxConcurrent) {

  static final int MAX_CONCURRENT = 64;

  static final HookDefaults NONE =
      new HookDefaults(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public HookDefaults {
    if (timeout.filter(limit -> limit.isZero() || limit.isNegative()).isPresent()
        || timeout.filter(limit -> limit.compareTo(HookTimeout.MAX) > 0).isPresent()) {
      throw new IllegalArgumentException("timeout: " + timeout);
    }
    if (maxConcurrent.filter(count -> count < 1 || count > MAX_CONCURRENT).isPresent()) {
      throw new IllegalArgumentException("maxConcurrent: " + maxConcurrent);
    }
  }

  /** The later settings, and these where the later ones have none. */
  HookDefaults overriddenBy(HookDefaults later) {
    return new HookDefaults(
        later.enabled.or(() -> enabled),
        later.timeout.or(() -> timeout),
        later.onTimeout.or(() -> onTimeout),
        later.onFailure.or(() -> onFailure),
        later.maxConcurrent.or(() -> maxConcurrent));
  }

  /** For complete settings, after all files were merged. */
  Behaviour onTimeout(EventKind kind) {
    return onTimeout.orElseThrow().asDefaultOf(kind);
  }

  Behaviour onFailure(EventKind kind) {
    return onFailure.orElseThrow().asDefaultOf(kind);
  }

  /** Not by {@code equals}: linking a record's takes Java 17 several milliseconds of a hook. */
  boolean isEmpty() {
    return enabled.isEmpty()
        && timeout.isEmpty()
        && onTimeout.isEmpty()
        && onFailure.isEmpty()
        && maxConcurrent.isEmpty();
  }
}
