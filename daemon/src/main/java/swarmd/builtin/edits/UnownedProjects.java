package swarmd.builtin.edits;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import swarmd.store.Store;
import swarmd.swarm.TaskEvent;

/**
 * Projects in which no claimed task owns files. That is most of them, and an edit there need not
 * wait for the database. Only a claim can change it, and every claim is heard of here before its
 * agent hears of it.
 */
final class UnownedProjects {
  private static final int MAX = 1_000;

  private final Set<String> known = new HashSet<>();
  private long claims;

  UnownedProjects(Store store) {
    store.onCommit(TaskEvent.class, this::committed);
  }

  private synchronized void committed(List<TaskEvent> events) {
    for (TaskEvent event : events) {
      if (event.kind() == TaskEvent.Kind.CLAIMED) {
        claims++;
        known.remove(event.project());
      }
    }
  }

  synchronized boolean contains(String project) {
    return known.contains(project);
  }

  /** How many claims there have been. */
  synchronized long claims() {
    return claims;
  }

  /**
   * The project is one of them, unless there was a claim since.
   *
   * @param before the number of claims before anybody looked
   */
  synchronized void add(String project, long before) {
    if (claims == before && known.size() < MAX) {
      known.add(project);
    }
  }
}
