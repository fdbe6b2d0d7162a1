package swarmd.modes;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.checks.CheckRecord;
import swarmd.checks.CheckStanding;
import swarmd.checks.Checks;
import swarmd.hooks.HookEvent;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Project;
import swarmd.sessions.Projects;
import swarmd.store.Store;

/** Evidence from the records of checks and edits, and from the work tree itself. */
public final class StoredEvidence implements EvidenceReader {
  private final Checks checks;
  private final Store store;

  public StoredEvidence(Checks checks, Store store) {
    this.checks = checks;
    this.store = store;
  }

  @Override
  public CompletableFuture<Evidence> read(HookEvent stop, ActiveMode mode) {
    Project project =
        new Project(mode.project(), stop.folder().orElseGet(() -> stop.project().orElseThrow()));
    Path current = Path.of(stop.directory().orElse(project.folder()));
    return checks
        .standing(project, mode.session(), Projects.canonical(current), mode.state().wantedCheck())
        .thenCombine(
            approvalStands(project, mode),
            (standing, stands) -> new Evidence(stop.host(), since(standing, mode), stands));
  }

  /** A check that passed before the work began says nothing about it. */
  private static CheckStanding since(CheckStanding standing, ActiveMode mode) {
    CheckRecord last =
        standing instanceof CheckStanding.Passed passed
            ? passed.last()
            : standing instanceof CheckStanding.Failed failed ? failed.last() : null;
    return last != null && last.startedAt() < mode.startedAt()
        ? new CheckStanding.NotRun(last.name())
        : standing;
  }

  private CompletableFuture<Boolean> approvalStands(Project project, ActiveMode mode) {
    Optional<Approval> approval = mode.state().approval();
    if (approval.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    Path folder = Path.of(approval.get().folder().orElse(project.folder()));
    return store
        .write(
            transaction ->
                transaction
                    .get(FileEditRepository.class)
                    .lastIn(mode.project(), mode.session())
                    .filter(edit -> edit.at() > approval.get().at()))
        .thenCompose(
            later ->
                later.filter(edit -> isIn(edit, folder, project)).isPresent()
                    ? CompletableFuture.completedFuture(false)
                    : checks.unchanged(folder, approval.get().digest()));
  }

  private static boolean isIn(FileEdit edit, Path folder, Project project) {
    Path file = Path.of(edit.file());
    return file.startsWith(folder) || file.startsWith(project.folder());
  }
}
