package swarmd.userhooks;

import java.util.List;
import swarmd.userhooks.UserHook.Origin;

/**
 * The hooks and their defaults in one settings file, and the checks that it names.
 *
 * @param path as shown to people
 * @param found whether the file exists
 */
public record HookFile(
    String path,
    Origin origin,
    boolean found,
    HookDefaults defaults,
    List<HookGroup> groups,
    List<CheckEntry> checks,
    List<Problem> problems) {

  static HookFile missing(String path, Origin origin) {
    return new HookFile(path, origin, false, HookDefaults.NONE, List.of(), List.of(), List.of());
  }

  static HookFile unusable(String path, Origin origin, Problem problem) {
    return new HookFile(
        path, origin, true, HookDefaults.NONE, List.of(), List.of(), List.of(problem));
  }

  /** Whether the file has problems and nothing in it works. */
  boolean isBroken() {
    return isEmpty() && !problems.isEmpty();
  }

  /** Whether the file has no effect. */
  boolean isEmpty() {
    return defaults.isEmpty() && groups.isEmpty() && checks.isEmpty();
  }
}
