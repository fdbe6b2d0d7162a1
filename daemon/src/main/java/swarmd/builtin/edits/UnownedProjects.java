package swarmd.builtin.edits;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import swarmd.store.Store;
import swarmd.swarm.TaskEvent;

/**
 * Caches the projects in which no claimed task owns files, so that edits there skip the database.
 * Only a claim can change that, and claims are reported here before their agents get an answer.
 */
final class UnownedProjects {
  private static final int MAX_PROJECTS = 1_000;

  private final Set<String> projects = new HashSet<>();
  private long claims;

  UnownedProjects(Store store) {
    store.onCommit(TaskEvent.class, this::onCommit);
  }

  private synchronized void onCommit(List<TaskEvent> events) {
    for (TaskEvent event : events) {
      boolean owns =
          event.kind() == TaskEvent.Kind.CLAIMED || event.kind() == TaskEvent.Kind.WORKTREE;
      if (owns) {
        claims++;
        projects.remove(event.project());
      }
    }
  }

  synchronized boolean contains(String project) {
    return projects.contains(project);
  }

  /** How many claims there have been. */
  synchronized long claims() {
    return claims;
  }

  /**
   * Adds the project, unless there has been a claim since.
   *
   * @param before the number of claims before the project was read
   */
  synchronized void add(String project, long before) {
    if (claims == before && projects.size() < MAX_PROJECTS) {
      projects.add(project);
    }
  }
}
