package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * The steps of a task's holder: renew, release, complete and fail need the token of its lease. A
 * stale token is refused, but repeating a step with the token that took it succeeds.
 */
final class LeaseRules {
  /** Keeps a busy agent from causing a write with each of its hook events. */
  private static final int MAX_RENEWALS_PER_LEASE = 10;

  private LeaseRules() {}

  static Outcome<Task> renew(TaskRepository tasks, long id, String token, long now) {
    return held(tasks, id, token).map(task -> extend(tasks, task, now));
  }

  static List<Task> heartbeat(TaskRepository tasks, String project, String agent, long now) {
    return tasks.heldBy(project, agent).stream().map(task -> extend(tasks, task, now)).toList();
  }

  static List<Task> renewHeld(
      TaskRepository tasks,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      long now) {
    return tasks.heldInSession(project, session).stream()
        .filter(task -> worthRenewing(task, now))
        .filter(belongsToAgent)
        .map(task -> extend(tasks, task, now))
        .toList();
  }

  static boolean worthRenewing(Task task, long now) {
    Lease lease = task.lease().orElseThrow();
    long lastRenewed = lease.expiresAt() - lease.durationMillis();
    return now - lastRenewed >= lease.durationMillis() / MAX_RENEWALS_PER_LEASE;
  }

  /** Extends the lease by the duration that the claim was granted. */
  private static Task extend(TaskRepository tasks, Task task, long now) {
    Task extended = task.with(task.state().renewed(now));
    tasks.update(extended);
    return extended;
  }

  static Outcome<Task> release(
      TaskRepository tasks, long id, String token, Optional<String> note, long now) {
    return takeOnce(
        tasks, id, token, Kind.RELEASED, task -> Outcome.ok(giveBack(tasks, task, note, now)));
  }

  static List<Task> releaseHeld(
      TaskRepository tasks,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      String note,
      long now) {
    return tasks.heldInSession(project, session).stream()
        .filter(belongsToAgent)
        .map(task -> takeBack(tasks, task, note, now))
        .toList();
  }

  static Outcome<Task> releaseLeft(
      TaskRepository tasks, long id, String token, String note, long now) {
    return held(tasks, id, token).map(task -> takeBack(tasks, task, note, now));
  }

  private static Task takeBack(TaskRepository tasks, Task task, String note, long now) {
    tasks.lost(task, note, now);
    return giveBack(tasks, task, Optional.of(note), now);
  }

  private static Task giveBack(TaskRepository tasks, Task task, Optional<String> note, long now) {
    tasks.append(NewEvent.ofHolder(now, Kind.RELEASED, task, note).with(tasks.workOf(task)));
    SwarmProgress.move(tasks, task, task.with(task.state().released()), now);
    return tasks.find(task.id()).orElseThrow(); // it may be blocked now
  }

  static Outcome<Task> complete(
      TaskRepository tasks,
      long id,
      String token,
      Optional<String> result,
      Optional<Checked> checked,
      long now) {
    return takeOnce(
        tasks,
        id,
        token,
        Kind.COMPLETED,
        task ->
            CheckRules.verified(tasks, task, checked)
                .map(verified -> BranchRules.finished(tasks, verified))
                .map(
                    done ->
                        end(
                            tasks,
                            done,
                            Kind.COMPLETED,
                            checked.map(Checked::describe),
                            done.state().done(result, checked, now),
                            now)));
  }

  static Outcome<Task> checkFailed(
      TaskRepository tasks, long id, String token, String note, long now) {
    return held(tasks, id, token)
        .map(
            task -> {
              tasks.append(
                  NewEvent.ofHolder(now, Kind.CHECK_FAILED, task, Optional.of(note))
                      .with(tasks.workOf(task)));
              return task;
            });
  }

  static Outcome<Task> fail(
      TaskRepository tasks, long id, String token, Optional<String> error, long now) {
    return takeOnce(
        tasks,
        id,
        token,
        Kind.FAILED,
        task ->
            Outcome.ok(
                RetryRules.triesAgain(task)
                    ? failAndTryAgain(tasks, task, error, now)
                    : end(tasks, task, Kind.FAILED, error, task.state().failed(error, now), now)));
  }

  private static Task failAndTryAgain(
      TaskRepository tasks, Task task, Optional<String> error, long now) {
    tasks.append(NewEvent.ofHolder(now, Kind.FAILED, task, error).with(tasks.workOf(task)));
    RetryRules.tryAgain(tasks, task, now);
    return tasks.find(task.id()).orElseThrow(); // it may be blocked now
  }

  /** Takes the step if the token holds the task; a token that took it before changes nothing. */
  private static Outcome<Task> takeOnce(
      TaskRepository tasks,
      long id,
      String token,
      Kind step,
      Function<Task, Outcome<Task>> taking) {
    Outcome<Task> held = held(tasks, id, token);
    if (held instanceof Outcome.Refused<Task> && tasks.stepTaken(id, token, step)) {
      return TaskRefusals.existing(tasks, id);
    }
    return held.flatMap(taking);
  }

  private static Task end(
      TaskRepository tasks,
      Task task,
      Kind step,
      Optional<String> note,
      TaskState state,
      long now) {
    Optional<Work> work = step == Kind.FAILED ? tasks.workOf(task) : Optional.empty();
    tasks.append(NewEvent.ofHolder(now, step, task, note).with(work));
    Task after = task.with(state);
    SwarmProgress.move(tasks, task, after, now);
    return after;
  }

  static Outcome<Task> held(TaskRepository tasks, long id, String token) {
    return TaskRefusals.existing(tasks, id)
        .flatMap(
            task -> {
              if (task.heldWith(token)) {
                return Outcome.ok(task);
              }
              return task.status().terminal() && finishedBy(tasks, id, token)
                  ? TaskRefusals.alreadyTerminal(task)
                  : TaskRefusals.leaseLost(task);
            });
  }

  /** Whether the holder with this token completed or failed the task. */
  static boolean finishedBy(TaskRepository tasks, long id, String token) {
    return tasks.stepTaken(id, token, Kind.COMPLETED) || tasks.stepTaken(id, token, Kind.FAILED);
  }
}
