package swarmd.swarm;

import java.util.Set;
import swarmd.common.Outcome;

/** A step that many tasks take together. */
public sealed interface BulkStep {

  /** The statuses in which a task can take it. */
  Set<TaskStatus> statuses();

  Outcome<Task> take(TaskRules rules, TaskRepository tasks, long id, Actor actor, long now);

  /** Ends tasks that are no longer wanted. */
  record Cancel() implements BulkStep {
    @Override
    public Set<TaskStatus> statuses() {
      return Set.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED, TaskStatus.FAILED);
    }

    @Override
    public Outcome<Task> take(
        TaskRules rules, TaskRepository tasks, long id, Actor actor, long now) {
      return rules.cancel(tasks, id, actor, now);
    }
  }

  /** Lets failed tasks be claimed again. */
  record Retry() implements BulkStep {
    @Override
    public Set<TaskStatus> statuses() {
      return Set.of(TaskStatus.FAILED);
    }

    @Override
    public Outcome<Task> take(
        TaskRules rules, TaskRepository tasks, long id, Actor actor, long now) {
      return rules.retry(tasks, id, actor, now);
    }
  }

  /** Lets cancelled tasks be claimed after all. */
  record Reopen() implements BulkStep {
    @Override
    public Set<TaskStatus> statuses() {
      return Set.of(TaskStatus.CANCELLED);
    }

    @Override
    public Outcome<Task> take(
        TaskRules rules, TaskRepository tasks, long id, Actor actor, long now) {
      return rules.reopen(tasks, id, actor, now);
    }
  }

  /** Changes what the creators of the tasks wrote. */
  record Edit(TaskChange change) implements BulkStep {
    @Override
    public Set<TaskStatus> statuses() {
      return change.needsUnfinished()
          ? change.needsUnclaimed()
              ? Set.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.FAILED)
              : Set.of(
                  TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED, TaskStatus.FAILED)
          : Set.of(TaskStatus.values());
    }

    @Override
    public Outcome<Task> take(
        TaskRules rules, TaskRepository tasks, long id, Actor actor, long now) {
      return rules.edit(tasks, id, change, actor, now);
    }
  }
}
