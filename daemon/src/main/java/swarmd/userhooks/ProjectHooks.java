package swarmd.userhooks;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.userhooks.UserHook.Origin;

/**
 * The hooks of a project, and what may run of them.
 *
 * @param files all that are looked at, found or not
 * @param hash of what the project itself wants to run; empty if that is nothing
 * @param config what may run: without the project's files unless they are trusted
 * @param wanted what would run if they were
 * @param problems of all files and of the environment
 * @param missed files that somebody relies on, the user's and those of a project that was trusted,
 *     and of which nothing works
 */
public record ProjectHooks(
    Optional<String> project,
    List<HookFile> files,
    Optional<String> hash,
    State trust,
    HookConfig config,
    HookConfig wanted,
    List<Problem> problems,
    List<HookFile> missed) {

  /** Whether a person has agreed to the project's hooks. */
  public enum State {
    TRUSTED,
    /** To others than these. */
    CHANGED,
    UNTRUSTED,
    /** There is nothing to agree to. */
    NONE
  }

  static ProjectHooks of(
      Optional<String> project,
      List<HookFile> files,
      Optional<String> trusted,
      HookOverrides overrides) {
    Optional<String> hash = HookHash.of(files);
    State trust = state(hash, trusted);
    HookConfig wanted = HookConfig.merge(files, overrides.defaults());
    return new ProjectHooks(
        project,
        files,
        hash,
        trust,
        trust == State.TRUSTED || trust == State.NONE
            ? wanted
            : HookConfig.merge(files.subList(0, 1), overrides.defaults()),
        wanted,
        Stream.concat(
                overrides.problems().stream(), files.stream().flatMap(f -> f.problems().stream()))
            .toList(),
        files.stream()
            .filter(HookFile::isBroken)
            .filter(file -> file.origin() == Origin.USER || trusted.isPresent())
            .toList());
  }

  private static State state(Optional<String> hash, Optional<String> trusted) {
    if (hash.isEmpty()) {
      return State.NONE;
    }
    if (trusted.isEmpty()) {
      return State.UNTRUSTED;
    }
    return trusted.equals(hash) ? State.TRUSTED : State.CHANGED;
  }
}
