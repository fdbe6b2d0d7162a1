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
  Run start(Task task, List<String> checks, Optional<Path> folder, Consumer<String> progress);

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
