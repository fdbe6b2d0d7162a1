package swarmd.userhooks;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.userhooks.UserHook.Origin;

/**
 * The hooks and their defaults in one settings file, and the checks that it names.
 *
 * @param path as shown to people
 * @param found whether the file exists
 * @param dropped names of events with an entry that does not run because it is invalid
 * @param readable whether the entries are known at all
 */
public record HookFile(
    String path,
    Origin origin,
    boolean found,
    HookDefaults defaults,
    List<HookGroup> groups,
    List<CheckEntry> checks,
    List<Problem> problems,
    Set<String> dropped,
    boolean readable) {

  static HookFile missing(String path, Origin origin) {
    return new HookFile(
        path, origin, false, HookDefaults.NONE, List.of(), List.of(), List.of(), Set.of(), true);
  }

  static HookFile unusable(String path, Origin origin, Problem problem) {
    return new HookFile(
        path,
        origin,
        true,
        HookDefaults.NONE,
        List.of(),
        List.of(),
        List.of(problem),
        Set.of(),
        false);
  }

  /** Whether the file has problems and nothing in it works. */
  boolean isBroken() {
    return isEmpty() && !problems.isEmpty();
  }

  /** Whether a hook that should judge permission requests may be missing. */
  boolean mayLackGuard() {
    return !readable || judgesPermissions(dropped.stream());
  }

  /** Whether it has hooks for permission requests. */
  boolean judgesPermissions() {
    return judgesPermissions(groups.stream().map(HookGroup::event));
  }

  private static boolean judgesPermissions(Stream<String> events) {
    return events.anyMatch(
        name -> EventKey.named(name).contains(EventKey.of(EventKind.PERMISSION_REQUEST)));
  }

  /** Whether the file has no effect. */
  boolean isEmpty() {
    return defaults.isEmpty() && groups.isEmpty() && checks.isEmpty();
  }
}
