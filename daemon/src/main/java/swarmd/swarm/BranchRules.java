package swarmd.swarm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * The steps of a task that has a branch of its own: its holder gets a worktree, and the work lands
 * or comes back. What git does in between is none of this class's business.
 */
public final class BranchRules {
  /** Earlier waves first, then as tasks are claimed. */
  private static final Comparator<Task> ORDER =
      Comparator.comparingInt(Task::wave).thenComparing(TaskQueries.CLAIM_ORDER);

  private BranchRules() {}

  /** The holder works on this branch from now on; repeating it changes nothing. */
  static Outcome<Task> start(
      TaskRepository tasks,
      long id,
      String token,
      String name,
      String target,
      String note,
      long now) {
    return LeaseRules.held(tasks, id, token)
        .map(
            task -> {
              if (task.inWorktree()) {
                return task;
              }
              TaskBranch branch =
                  new TaskBranch(
                      name, target, task.lease().orElseThrow().fence(), Optional.empty());
              tasks.append(NewEvent.ofHolder(now, Kind.WORKTREE, task, Optional.of(note)));
              return put(tasks, task, Optional.of(branch));
            });
  }

  /** The target has the work; repeating it changes nothing. */
  static Outcome<Task> land(
      TaskRepository tasks, long id, String commit, String note, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(task -> isLanded(task) ? Outcome.ok(task) : unlanded(task))
        .map(
            task -> {
              if (isLanded(task)) {
                return task;
              }
              tasks.append(NewEvent.by(actor, now, Kind.LANDED, task, Optional.of(note)));
              return put(tasks, task, task.branch().map(branch -> branch.landedAs(commit)));
            });
  }

  /** Gives a task back whose work does not fit into the target; its branch stays. */
  static Outcome<Task> sendBack(TaskRepository tasks, long id, String note, Actor actor, long now) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(BranchRules::unlanded)
        .map(
            task -> {
              tasks.append(NewEvent.by(actor, now, Kind.LAND_FAILED, task, Optional.of(note)));
              SwarmProgress.move(tasks, task, task.with(task.state().pendingAgain()), now);
              return tasks.find(task.id()).orElseThrow(); // it may be blocked
            });
  }

  /** The work of a holder that was not in the worktree is not on the branch. */
  static Task finished(TaskRepository tasks, Task held) {
    return held.branch().isEmpty() || held.inWorktree() ? held : put(tasks, held, Optional.empty());
  }

  private static Task put(TaskRepository tasks, Task task, Optional<TaskBranch> branch) {
    Task changed = task.with(branch);
    tasks.putBranch(changed);
    return changed;
  }

  private static boolean isLanded(Task task) {
    return task.branch().flatMap(TaskBranch::landed).isPresent();
  }

  /** The task if its work can land now, as far as the task itself tells. */
  public static Outcome<Task> unlanded(Task task) {
    if (task.waitsToLand()) {
      return Outcome.ok(task);
    }
    if (isLanded(task)) {
      return Outcome.refused(
          ErrorCode.ALREADY_TERMINAL, "task %d has landed already".formatted(task.id()));
    }
    if (task.status() != TaskStatus.DONE) {
      return Outcome.refused(
          ErrorCode.INVALID_TRANSITION,
          "only a task that is done can land; task %d %s %s"
              .formatted(task.id(), task.status().verb(), task.status().label()));
    }
    return Outcome.refused(
        ErrorCode.INVALID_TRANSITION,
        "task %d has no branch to land: it was not done in a worktree (swarm task claim --worktree)"
            .formatted(task.id()));
  }

  /** The same, but those that come before it must have landed. */
  public static Outcome<Task> ready(TaskQueries tasks, long id) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(BranchRules::unlanded)
        .flatMap(
            task ->
                before(tasks, task).stream()
                    .findFirst()
                    .<Outcome<Task>>map(
                        first ->
                            Outcome.refused(
                                ErrorCode.BLOCKED,
                                "task %d lands after task %d, which has not landed; land it first: swarm task land %2$d"
                                    .formatted(id, first.id())))
                    .orElseGet(() -> unsettledBefore(tasks, task)));
  }

  /** A task that came back holds up those that depend on it. */
  private static Outcome<Task> unsettledBefore(TaskQueries tasks, Task task) {
    return task.dependsOn().stream()
        .flatMap(id -> tasks.find(id).stream())
        .filter(dependency -> !dependency.status().settled())
        .findFirst()
        .<Outcome<Task>>map(
            first ->
                Outcome.refused(
                    ErrorCode.BLOCKED,
                    "task %d lands after task %d, which is %s; see: swarm task show %2$d"
                        .formatted(task.id(), first.id(), first.status().label())))
        .orElseGet(() -> Outcome.ok(task));
  }

  /**
   * The tasks whose work this one builds on and that have not landed, in their order: those it
   * depends on, and those of earlier waves.
   */
  public static List<Task> before(TaskQueries tasks, Task task) {
    return inOrder(
        tasks.unlanded(task.swarm().project()).stream()
            .filter(other -> comesBefore(other, task))
            .toList());
  }

  private static boolean comesBefore(Task other, Task task) {
    return task.dependsOn().contains(other.id())
        || other.swarm().equals(task.swarm()) && other.wave() < task.wave();
  }

  /** All tasks of a project that wait to land, in the order in which they land. */
  public static List<Task> toLand(TaskQueries tasks, String project) {
    return inOrder(tasks.unlanded(project));
  }

  /** Each after those it depends on; otherwise by wave, priority and id. */
  static List<Task> inOrder(List<Task> tasks) {
    List<Task> left = new ArrayList<>(tasks.stream().sorted(ORDER).toList());
    Set<Long> waiting = new HashSet<>(left.stream().map(Task::id).toList());
    List<Task> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      Task next =
          left.stream()
              .filter(task -> task.dependsOn().stream().noneMatch(waiting::contains))
              .findFirst()
              .orElse(left.get(0)); // never: dependencies have no circles
      left.remove(next);
      waiting.remove(next.id());
      ordered.add(next);
    }
    return ordered;
  }
}
