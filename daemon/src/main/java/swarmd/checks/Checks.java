package swarmd.checks;

import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Project;
import swarmd.sessions.WorkTree;
import swarmd.store.Store;
import swarmd.text.HumanDuration;
import swarmd.userhooks.CheckEntry;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.ProjectHooks;

/**
 * Checks: commands that the person names in settings files and agrees to, and that the daemon runs.
 * An agent can only name one; whether the work is good is decided by what the daemon has recorded.
 */
public final class Checks {
  /** The one that counts if several are configured and none is named. */
  public static final String USUAL = "test";

  private final HookConfigs configs;
  private final CheckRunner runner;
  private final TreeReader trees;
  private final Store store;

  public Checks(HookConfigs configs, CheckRunner runner, TreeReader trees, Store store) {
    this.configs = configs;
    this.runner = runner;
    this.trees = trees;
    this.store = store;
  }

  /** A check as it is configured, and how its last run ended. */
  public record Listed(CheckEntry check, boolean trusted, Optional<CheckRecord> last) {}

  /** All checks of a project, by name. */
  public CompletableFuture<List<Listed>> list(Project project) {
    return configs
        .current(Optional.of(project.folder()))
        .thenCombine(
            store.read(snapshot -> snapshot.get(CheckQueries.class).latest(project.id())),
            (hooks, records) ->
                hooks.checks().values().stream()
                    .map(
                        check ->
                            new Listed(
                                check,
                                hooks.isTrusted(check),
                                records.stream()
                                    .filter(record -> record.name().equals(check.name()))
                                    .findFirst()))
                    .toList());
  }

  /** The check of this name, unless there is none or the person has not agreed to it. */
  public CompletableFuture<Outcome<CheckEntry>> find(Project project, String name) {
    return configs.current(Optional.of(project.folder())).thenApply(hooks -> find(hooks, name));
  }

  private static Outcome<CheckEntry> find(ProjectHooks hooks, String name) {
    CheckEntry check = hooks.checks().get(name);
    if (check == null) {
      return Outcome.refused(
          ErrorCode.INVALID_REQUEST,
          unreadable(hooks).orElseGet(() -> unknown(name, hooks.checks())));
    }
    return hooks.isTrusted(check)
        ? Outcome.ok(check)
        : Outcome.refused(ErrorCode.BLOCKED, untrusted(name));
  }

  /** A file that cannot be read may have the check. */
  private static Optional<String> unreadable(ProjectHooks hooks) {
    return hooks.files().stream()
        .filter(file -> !file.readable())
        .flatMap(file -> file.problems().stream())
        .findFirst()
        .map("a settings file cannot be read, and the person has to fix it: %s"::formatted);
  }

  private static String unknown(String name, NavigableMap<String, CheckEntry> checks) {
    return checks.isEmpty()
        ? "no check is configured; the person adds it to .swarmd/settings.json: \"checks\": {\"%s\": {\"command\": \"…\"}}"
            .formatted(CheckEntry.isValidName(name) ? name : USUAL)
        : "there is no check '%s'; the checks are %s"
            .formatted(name, String.join(", ", checks.keySet()));
  }

  /** The reason why a check does not run, and the next step. */
  public static String untrusted(String name) {
    return "check '%s' is not trusted; the person reviews it in a terminal with: swarm hooks trust"
        .formatted(name);
  }

  /** How a check ended: "check 'test' failed with exit code 1 in 3s". */
  public static String describe(CheckRecord record) {
    return "check '%s' %s".formatted(record.name(), ending(record));
  }

  /** The same without its name. */
  public static String ending(CheckRecord record) {
    String took = HumanDuration.of(record.durationMillis());
    return switch (record.ending()) {
      case PASSED -> "passed in " + took;
      case FAILED -> "failed with exit code %d in %s".formatted(record.exitCode().orElse(1), took);
      case TIMED_OUT -> "was stopped at its time limit, after " + took;
      case STOPPED -> "was stopped after " + took;
    };
  }

  /** For what reads work trees, which may take a while. */
  Executor readers() {
    return runner.readers();
  }

  /** Those of these names that no settings of the project have. */
  public CompletableFuture<List<String>> missing(Project project, List<String> names) {
    return configs
        .current(Optional.of(project.folder()))
        .thenApply(
            hooks -> names.stream().filter(name -> !hooks.checks().containsKey(name)).toList());
  }

  /** Runs a check that was found. Does not block. */
  public CheckRun start(CheckRequest request, Consumer<String> output) {
    return runner.start(request, output);
  }

  /**
   * How the check that counts for a session's work stands: the wanted one, else the one that is
   * called test, else the only one. Does not block.
   *
   * @param current the folder that the session is in
   */
  public CompletableFuture<CheckStanding> standing(
      Project project, String session, Path current, Optional<String> wanted) {
    return configs
        .of(Optional.of(project.folder()))
        .thenCompose(
            hooks -> {
              NavigableMap<String, CheckEntry> checks = hooks.checks();
              List<String> names = List.copyOf(checks.keySet());
              Optional<String> name =
                  wanted
                      .or(() -> Optional.of(USUAL).filter(checks::containsKey))
                      .or(() -> names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty());
              if (name.isEmpty()) {
                return done(
                    names.isEmpty()
                        ? new CheckStanding.NoChecks()
                        : new CheckStanding.Several(names));
              }
              if (!checks.containsKey(name.get())) {
                return done(
                    names.isEmpty()
                        ? new CheckStanding.NoChecks()
                        : new CheckStanding.Unknown(name.get(), names));
              }
              CheckEntry check = checks.get(name.get());
              return hooks.isTrusted(check)
                  ? standing(project, session, current, check)
                  : done(new CheckStanding.Untrusted(check.name()));
            });
  }

  private static CompletableFuture<CheckStanding> done(CheckStanding standing) {
    return CompletableFuture.completedFuture(standing);
  }

  private record Stored(Optional<CheckRecord> last, Optional<FileEdit> edit) {}

  private CompletableFuture<CheckStanding> standing(
      Project project, String session, Path current, CheckEntry check) {
    // Not a snapshot: edits are stored a moment later than they happen, but before this.
    return store
        .write(
            transaction ->
                new Stored(
                    transaction.get(CheckRepository.class).latest(project.id(), check.name()),
                    transaction.get(FileEditRepository.class).lastIn(project.id(), session)))
        .thenCompose(
            stored -> {
              if (stored.last.isEmpty()) {
                return done(new CheckStanding.NotRun(check.name()));
              }
              CheckRecord last = stored.last.get();
              if (!last.passed()) {
                return done(new CheckStanding.Failed(last));
              }
              if (!last.command().equals(check.command())) {
                return done(new CheckStanding.Outdated(last, "its command was changed since"));
              }
              return CompletableFuture.supplyAsync(
                  () -> judged(project, last, stored.edit, current), runner.readers());
            });
  }

  /** Reads the disk. */
  private CheckStanding judged(
      Project project, CheckRecord last, Optional<FileEdit> edit, Path current) {
    Path folder = Path.of(last.folder());
    Optional<FileEdit> later = edit.filter(each -> each.at() > last.startedAt());
    if (later.isPresent()) {
      return new CheckStanding.Outdated(
          last, "%s was edited since".formatted(shown(later.get().file(), folder)));
    }
    Path main = Path.of(project.folder());
    boolean sameTree =
        WorkTree.topOf(main, current).equals(folder)
            || edit.map(each -> Path.of(each.file()).getParent())
                .filter(parent -> WorkTree.topOf(main, parent).equals(folder))
                .isPresent();
    if (!sameTree) {
      return new CheckStanding.Outdated(last, "it ran in " + folder + ", another work tree");
    }
    boolean changedMeanwhile =
        last.tree().isPresent()
            && last.digestAfter().filter(last.tree().get()::tracksTheSameAs).isEmpty();
    if (changedMeanwhile) {
      return new CheckStanding.Outdated(last, "tracked files were changed while it ran");
    }
    return isUnchanged(folder, last.digestAfter())
        ? new CheckStanding.Passed(last)
        : new CheckStanding.Outdated(last, "files in the work tree were changed since");
  }

  /** The state of a work tree for {@link #isUnchanged}; empty outside git. Does not block. */
  public CompletableFuture<Optional<String>> digest(Path folder) {
    return CompletableFuture.supplyAsync(
        () -> trees.read(folder).map(TreeState::digest), runner.readers());
  }

  /** Whether the work tree still has this digest; true where there was none. Blocks. */
  private boolean isUnchanged(Path folder, Optional<String> digest) {
    return digest.isEmpty() || trees.read(folder).map(TreeState::digest).equals(digest);
  }

  /** The same for one that was taken with {@link #digest}. Does not block. */
  public CompletableFuture<Boolean> unchanged(Path folder, Optional<String> digest) {
    return digest.isEmpty()
        ? CompletableFuture.completedFuture(true)
        : CompletableFuture.supplyAsync(() -> isUnchanged(folder, digest), runner.readers());
  }

  private static String shown(String file, Path folder) {
    Path path = Path.of(file);
    return path.startsWith(folder) ? folder.relativize(path).toString() : file;
  }
}
