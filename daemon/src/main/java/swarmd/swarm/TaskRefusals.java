package swarmd.swarm;

import java.util.List;
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
        .orElseGet(() -> Outcome.refused(ErrorCode.NOT_FOUND, TaskText.noSuchTask(id)));
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

  static <T> Outcome<T> notCancelled(Task task) {
    String advice = task.status() == TaskStatus.DONE ? "; add a new task for more work" : "";
    return Outcome.refused(
        ErrorCode.INVALID_TRANSITION,
        "only a cancelled task can be reopened; " + describe(task, label(task)) + advice);
  }

  static <T> Outcome<T> onlyTextsChange(Task task) {
    String advice =
        task.status() == TaskStatus.CANCELLED
            ? "; for more, reopen it: swarm task reopen " + task.id()
            : "";
    return Outcome.refused(
        ErrorCode.ALREADY_TERMINAL,
        describe(task, label(task)) + "; only its title, description and tags can change" + advice);
  }

  static <T> Outcome<T> notHeld(Task task) {
    return Outcome.refused(
        ErrorCode.INVALID_TRANSITION, describe(task, label(task)) + "; nobody holds it");
  }

  static <T> Outcome<T> onlyByPerson(Task task) {
    return Outcome.refused(
        ErrorCode.FORBIDDEN,
        describeHolder(task)
            + "; only a person at a terminal can take it away: ask the person, or wait for its"
            + " lease");
  }

  static <T> Outcome<T> unknownDependency(String title, List<Long> named) {
    return Outcome.refused(
        ErrorCode.INVALID_REQUEST,
        "'%s' depends on a task that is not in this project; depends_on is %s; see: swarm task list"
            .formatted(title, named));
  }

  static <T> Outcome<T> circle(String path) {
    return Outcome.refused(
        ErrorCode.INVALID_REQUEST, "the tasks depend on each other in a circle: " + path);
  }

  static String describeHolder(Task task) {
    return describe(task, "claimed by " + TaskText.holder(task));
  }

  private static String describe(Task task, String state) {
    return "task %d %s %s".formatted(task.id(), task.status().verb(), state);
  }

  private static String label(Task task) {
    return task.status().label();
  }
}
