package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskQueries.TaskFilter;

/** Lets all tasks that a filter finds take a step; those that cannot stay as they are. */
final class BulkRules {
  static final int MAX_TASKS = 10_000;

  private BulkRules() {}

  /**
   * @param filter in the order of the ids
   * @param dryRun whether the tasks are only returned
   */
  static Outcome<List<Task>> take(
      TaskRules rules,
      TaskRepository tasks,
      TaskFilter filter,
      BulkStep step,
      boolean dryRun,
      Actor actor,
      long now) {
    if (step instanceof BulkStep.Edit edit && edit.change().isEmpty()) {
      return EditRules.nothingToChange();
    }
    List<Long> found = new ArrayList<>();
    TaskFilter rest = filter;
    List<Task> page = tasks.listBrief(rest, 0);
    while (!page.isEmpty()) {
      page.stream()
          .filter(task -> step.statuses().contains(task.status()))
          .forEach(task -> found.add(task.id()));
      if (found.size() > MAX_TASKS) {
        return Outcome.refused(
            ErrorCode.INVALID_REQUEST,
            "more than %d tasks match; choose fewer at a time".formatted(MAX_TASKS));
      }
      rest = rest.after(page.get(page.size() - 1).id());
      page = tasks.listBrief(rest, 0);
    }
    List<Task> taken = new ArrayList<>();
    for (long id : found) {
      if (dryRun) {
        tasks.find(id).ifPresent(taken::add);
      } else if (step.take(rules, tasks, id, actor, now) instanceof Outcome.Ok<Task> ok) {
        taken.add(ok.value());
      }
    }
    return Outcome.ok(taken);
  }
}
