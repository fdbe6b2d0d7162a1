package swarmd.userhooks;

import java.util.List;
import swarmd.userhooks.UserHook.Origin;

/**
 * What one settings file says about hooks.
 *
 * @param path for people
 * @param found whether there is such a file
 */
public record HookFile(
    String path,
    Origin origin,
    boolean found,
    HookDefaults defaults,
    List<HookGroup> groups,
    List<Problem> problems) {

  static HookFile missing(String path, Origin origin) {
    return new HookFile(path, origin, false, HookDefaults.NONE, List.of(), List.of());
  }

  static HookFile unusable(String path, Origin origin, Problem problem) {
    return new HookFile(path, origin, true, HookDefaults.NONE, List.of(), List.of(problem));
  }

  /** Whether it is there for something, and nothing of it works. */
  boolean isBroken() {
    return isEmpty() && !problems.isEmpty();
  }

  /** Whether it has a say in what happens. */
  boolean isEmpty() {
    return defaults.isEmpty() && groups.isEmpty();
  }
}
