package swarmd.userhooks;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import swarmd.userhooks.HookConfigs.Trusted;
import swarmd.userhooks.Trust.Consent;
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
 * @param lostGuard why a hook on permission requests that the user relies on may not run
 */
public record ProjectHooks(
    Optional<String> project,
    List<HookFile> files,
    Optional<String> hash,
    State trust,
    HookConfig config,
    HookConfig wanted,
    List<Problem> problems,
    List<HookFile> broken,
    Optional<String> lostGuard) {

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
      Optional<String> project, List<HookFile> files, Trusted trusted, HookOverrides overrides) {
    Optional<String> hash = HookHash.of(files);
    State trust = state(hash, trusted.consent().map(Consent::hash));
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
            .filter(file -> file.origin() == Origin.USER || trusted.consent().isPresent())
            .toList(),
        lostGuard(files, trust, trusted));
  }

  /** A project that was never trusted has no say, so its guards are not missed. */
  private static Optional<String> lostGuard(List<HookFile> files, State trust, Trusted trusted) {
    if (trusted.problem().isPresent()) {
      return trusted.problem();
    }
    if (trusted.consent().filter(Consent::guards).isPresent() && trust != State.TRUSTED) {
      return Optional.of(
          trust == State.NONE
              ? "this project's hooks that you trusted are gone (if you removed them: swarm hooks"
                  + " untrust)"
              : "this project's hooks have changed since you trusted them (review them: swarm hooks"
                  + " trust)");
    }
    return files.stream()
        .filter(file -> file.origin() == Origin.USER || trust == State.TRUSTED)
        .filter(HookFile::mayLackGuard)
        .findFirst()
        .map(file -> "a hook in " + file.path() + " cannot be read (see: swarm hooks status)");
  }

  /** Whether the project's own files have hooks for permission requests. */
  boolean projectJudgesPermissions() {
    return files.stream()
        .anyMatch(file -> file.origin() != Origin.USER && file.judgesPermissions());
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
