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
    return Outcome.refused(ErrorCode.LEASE_LOST, "invalid or expired token: " + whatNow(task));
  }

  private static String whatNow(Task task) {
    return switch (task.status()) {
      case CLAIMED ->
          describeHolder(task)
              + task.session().map(session -> " of session " + session).orElse("")
              + "; stop working on it, and claim again for other work";
      case PENDING ->
          describe(task, "free again")
              + "; claim again before you go on: swarm task claim "
              + task.id();
      case BLOCKED -> describe(task, "blocked again") + "; claim again for other work";
      case DONE ->
          describe(task, "done by " + task.agent().orElse("another agent"))
              + "; claim again for other work";
      case FAILED -> describe(task, "failed") + "; to go on with it: swarm task retry " + task.id();
      case CANCELLED -> describe(task, "cancelled") + "; claim again for other work";
    };
  }

  static <T> Outcome<T> notFailed(Task task) {
    return Outcome.refused(
        ErrorCode.INVALID_TRANSITION,
        "only a failed task can be retried; " + describe(task, label(task)));
  }

  static String describeHolder(Task task) {
    return describe(task, "claimed by " + task.agent().orElse("another agent"));
  }

  private static String describe(Task task, String state) {
    return "task " + task.id() + " is " + state;
  }

  private static String label(Task task) {
    return task.status().label();
  }
}
