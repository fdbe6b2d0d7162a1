package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import swarmd.common.Outcome;

/**
 * Takes the steps of tasks where they are stored: in this daemon's own database, or in that of a
 * team. A step decides by {@link TaskRules}; it may run more than once, but takes effect only once.
 */
public interface TaskSteps {

  /**
   * Claims what the request finds.
   *
   * @param woken whether the request has found nothing before, and tries again because work may
   *     have appeared
   */
  CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean woken);

  /** Completes when what can be read is not older than this call. */
  CompletableFuture<Void> current();

  /**
   * Lets a task go.
   *
   * @param text the note, result or error
   * @param checked what was verified, if the step completes the task
   */
  CompletableFuture<Outcome<Task>> ofHolder(
      HolderStep step, long id, String token, Optional<String> text, Optional<Checked> checked);

  /** Takes a step of one task, and returns the task after it. */
  CompletableFuture<Outcome<Task>> ofTask(Function<TaskRepository, Outcome<Task>> step);

  /** Takes a step of several tasks, and returns them after it. */
  CompletableFuture<Outcome<List<Task>>> ofTasks(
      Function<TaskRepository, Outcome<List<Task>>> step);

  /** Takes a step of a whole swarm, and returns the swarm after it. */
  CompletableFuture<Outcome<SwarmSummary>> ofSwarm(
      Function<TaskRepository, Outcome<SwarmSummary>> step);
}
