package swarmd.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The processes that have started a process. */
final class Ancestors {
  /** More than any shell starts within another. */
  private static final int MAX = 64;

  private Ancestors() {}

  /** The nearest first. */
  static List<Long> of(ProcessTable processes, long pid) {
    List<Long> found = new ArrayList<>();
    Optional<Long> ancestor = processes.parentOf(pid);
    while (ancestor.isPresent() && found.size() < MAX) {
      found.add(ancestor.get());
      ancestor = processes.parentOf(ancestor.get());
    }
    return found;
  }

  /** The child of the ancestor that is the process itself or another of its ancestors. */
  static Optional<Long> childAbove(ProcessTable processes, long pid, long ancestor) {
    long child = pid;
    for (long parent : of(processes, pid)) {
      if (parent == ancestor) {
        return Optional.of(child);
      }
      child = parent;
    }
    return Optional.empty();
  }
}
