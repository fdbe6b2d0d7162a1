package swarmd.userhooks;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import swarmd.userhooks.UserHook.Origin;

/**
 * The hooks of a project, and which of them may run.
 *
 * @param files the user's and the project's, whether they exist or not
 * @param hash of the project's own hooks; empty if it has none
 * @param config the hooks that may run: without the project's files unless they are trusted
 * @param wanted the hooks that would run if the project were trusted
 * @param problems of all files and of the environment
 * @param broken files in which nothing works, although the user relies on them: the user's own, and
 *     those of a project that was trusted
 */
public record ProjectHooks(
    Optional<String> project,
    List<HookFile> files,
    Optional<String> hash,
    State trust,
    HookConfig config,
    HookConfig wanted,
    List<Problem> problems,
    List<HookFile> broken) {

  /** Whether the user has agreed to the project's hooks. */
  public enum State {
    TRUSTED,
    /** The user agreed to other hooks than these. */
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

  /** By name; the local file overrides the project's, and that one the user's. */
  public NavigableMap<String, CheckEntry> checks() {
    NavigableMap<String, CheckEntry> checks = new TreeMap<>();
    files.forEach(file -> file.checks().forEach(check -> checks.put(check.name(), check)));
    return checks;
  }

  /** Whether the user has agreed to this check; the user's own need no consent. */
  public boolean isTrusted(CheckEntry check) {
    return check.origin() == Origin.USER || trust == State.TRUSTED;
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
