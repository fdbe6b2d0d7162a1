package swarmd.swarm;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import swarmd.common.Outcome;

/** Runs the checks that a task needs. */
public interface TaskChecker {

  /**
   * Runs the checks one after the other in the work tree of the task's holder, until one fails.
   * Does not block.
   *
   * @param folder where the holder says that it is
   * @param progress receives a line for people at each step; must not block
   */
  default Run start(
      Task task, List<String> checks, Optional<Path> folder, Consumer<String> progress) {
    return start(task, checks, folder, Purpose.COMPLETE, progress);
  }

  /** The same for another purpose: a task that lands is checked in the folder given. */
  Run start(
      Task task,
      List<String> checks,
      Optional<Path> folder,
      Purpose purpose,
      Consumer<String> progress);

  /** The purpose of the checks. */
  enum Purpose {
    COMPLETE("is not done", "fix it and complete the task again"),
    LAND("has not landed", "its next holder has to fix it");

    private final String failure;
    private final String advice;

    Purpose(String failure, String advice) {
      this.failure = failure;
      this.advice = advice;
    }

    /** The consequence of a failed check for the task. */
    public String failure() {
      return failure;
    }

    /** The next step after a failed check. */
    public String advice() {
      return advice;
    }
  }

  /** The checks of one task from the request until the result. */
  interface Run {

    /**
     * Completes with what has passed, or with a refusal that has the end of the output; fails with
     * {@link swarmd.store.Store.Unavailable} if it was stopped.
     */
    CompletableFuture<Outcome<Checked>> result();

    /** Whether the files are still those that were checked; false if that is unknown. */
    CompletableFuture<Boolean> stillHolds();

    /** Ends all its processes. */
    void stop();
  }
}
