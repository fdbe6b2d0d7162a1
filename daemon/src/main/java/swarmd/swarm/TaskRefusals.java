package swarmd.swarm;

import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** Refusals that several steps share. */
final class TaskRefusals {
  private TaskRefusals() {}

  /** The task, or a refusal if there is none. */
  static Outcome<Task> existing(TaskQueries tasks, long id) {
    return tasks
        .find(id)
        .map(Outcome::ok)
        .orElseGet(() -> Outcome.refused(ErrorCode.NOT_FOUND, "there is no task " + id));
  }

  static <T> Outcome<T> alreadyTerminal(Task task) {
    return Outcome.refused(ErrorCode.ALREADY_TERMINAL, describe(task, "already " + label(task)));
  }

  static <T> Outcome<T> leaseLost(Task task) {
    return Outcome.refused(
        ErrorCode.LEASE_LOST,
        "invalid or expired token: task " + task.id() + " " + TaskText.afterLoss(task));
  }

  /** For a repeated claim whose lease is over. */
  static <T> Outcome<T> claimEnded(Task task) {
    return Outcome.refused(
        ErrorCode.LEASE_LOST,
        "the claim with this request id has ended (a new claim needs a new id): task "
            + task.id()
            + " "
            + TaskText.afterLoss(task));
  }

  static <T> Outcome<T> notFailed(Task task) {
    return Outcome.refused(
        ErrorCode.INVALID_TRANSITION,
        "only a failed task can be retried; " + describe(task, label(task)));
  }

  static String describeHolder(Task task) {
    return describe(task, "claimed by " + TaskText.holder(task));
  }

  private static String describe(Task task, String state) {
    return "task " + task.id() + " is " + state;
  }

  private static String label(Task task) {
    return task.status().label();
  }
}
