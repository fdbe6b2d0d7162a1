package swarmd.builtin.sessions;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.common.LruMap;
import swarmd.files.FileLanes;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.WorkTree;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.swarm.TaskRepository;

/**
 * Which agent has edited which file, in memory and in the store. Reads a project's stored edits
 * once, at its first edit after the daemon starts.
 */
public final class EditLog {
  private static final int MAX_PROJECTS = 100;

  private final Store store;
  private final RetriedWrites writes;
  private final FileLanes files;
  private final Map<String, CompletableFuture<ProjectEdits>> projects = new LruMap<>(MAX_PROJECTS);

  public EditLog(Store store, RetriedWrites writes, FileLanes files) {
    this.store = store;
    this.writes = writes;
    this.files = files;
  }

  /**
   * Returns the other agents' edits of the file, the first time that this agent edits it. Stores
   * the edit only after the project was read, so that an agent never sees its own edit there.
   */
  CompletableFuture<List<FileEdit>> add(FileEdit edit) {
    return load(edit.project())
        .thenApply(
            edits -> {
              writes.submit(transaction -> transaction.get(FileEditRepository.class).edited(edit));
              CompletableFuture.runAsync(() -> addWork(edit), files.of(edit.project()));
              return edits.add(edit);
            });
  }

  /** For the next holder of the tasks that the editor holds. Reads the disk. */
  private void addWork(FileEdit edit) {
    Path file = Path.of(edit.file());
    Optional<WorkTree> tree = Optional.ofNullable(file.getParent()).flatMap(WorkTree::around);
    String name = tree.map(found -> found.top().relativize(file)).orElse(file).toString();
    Optional<String> branch = tree.flatMap(WorkTree::branch);
    writes.submit(
        transaction ->
            transaction
                .get(TaskRepository.class)
                .worked(edit.project(), edit.session(), edit.agent(), name, branch, edit.at()));
  }

  /** Forgets the edits of a session that has ended. */
  synchronized void forget(String project, String session) {
    CompletableFuture<ProjectEdits> known = projects.get(project);
    if (known != null) {
      known.thenAccept(edits -> edits.forget(session));
    }
  }

  private synchronized CompletableFuture<ProjectEdits> load(String project) {
    CompletableFuture<ProjectEdits> known = projects.get(project);
    if (known == null || known.isCompletedExceptionally()) {
      known =
          store.read(
              snapshot ->
                  new ProjectEdits(
                      snapshot.get(FileEditQueries.class).latest(project, ProjectEdits.MAX_FILES)));
      projects.put(project, known);
    }
    return known;
  }
}
