package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import swarmd.common.Outcome;

/** Every step that a task can take. Each method is one step of a transaction. */
public final class TaskRules {
  private final ClaimRules claims;

  /**
   * @param tokens makes a new, unguessable token each time
   */
  public TaskRules(Supplier<String> tokens) {
    claims = new ClaimRules(tokens);
  }

  public Outcome<List<Task>> add(
      TaskRepository tasks, String project, List<NewTask> added, Optional<Actor> by, long now) {
    return AddRules.add(tasks, project, added, by, now);
  }

  public Outcome<Claimed> claim(TaskRepository tasks, ClaimRequest request, long now) {
    return claims.claim(tasks, request, now);
  }

  /** Renews a lease for its original duration. */
  public Outcome<Task> renew(TaskRepository tasks, long id, String token, long now) {
    return LeaseRules.renew(tasks, id, token, now);
  }

  /** Renews every lease that the agent holds. */
  public List<Task> heartbeat(TaskRepository tasks, String project, String agent, long now) {
    return LeaseRules.heartbeat(tasks, project, agent, now);
  }

  /**
   * Renews leases of a session that showed a sign of life. It skips those that were renewed a
   * moment ago.
   *
   * @param belongsToAgent selects the session's tasks that belong to the active agent
   */
  public List<Task> renewHeld(
      TaskRepository tasks,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      long now) {
    return LeaseRules.renewHeld(tasks, project, session, belongsToAgent, now);
  }

  /** Gives a task back; it does not count as an attempt. */
  public Outcome<Task> release(
      TaskRepository tasks, long id, String token, Optional<String> note, long now) {
    return LeaseRules.release(tasks, id, token, note, now);
  }

  /**
   * Gives back tasks of a session when it or one of its agents has left.
   *
   * @param belongsToAgent selects the session's tasks that belong to the agents that left
   */
  public List<Task> releaseHeld(
      TaskRepository tasks,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      String note,
      long now) {
    return LeaseRules.releaseHeld(tasks, project, session, belongsToAgent, note, now);
  }

  /** Gives back a task whose agent has left, and lets the agent know if it comes back. */
  public Outcome<Task> releaseLeft(
      TaskRepository tasks, long id, String token, String note, long now) {
    return LeaseRules.releaseLeft(tasks, id, token, note, now);
  }

  /** Whether renewing this task's lease is due at a sign of life. */
  public boolean worthRenewing(Task held, long now) {
    return LeaseRules.worthRenewing(held, now);
  }

  public Outcome<Task> complete(
      TaskRepository tasks,
      long id,
      String token,
      Optional<String> result,
      Optional<Checked> checked,
      long now) {
    return LeaseRules.complete(tasks, id, token, result, checked, now);
  }

  /** Records for the next holder that a check has failed; the task stays claimed. */
  public Outcome<Task> checkFailed(
      TaskRepository tasks, long id, String token, String note, long now) {
    return LeaseRules.checkFailed(tasks, id, token, note, now);
  }

  /** Names the checks that every task of the swarm needs. */
  public Outcome<SwarmSummary> require(
      TaskRepository tasks,
      String project,
      String swarm,
      List<String> checks,
      Actor actor,
      long now) {
    return CheckRules.require(tasks, project, swarm, checks, actor, now);
  }

  public Outcome<Task> fail(
      TaskRepository tasks, long id, String token, Optional<String> error, long now) {
    return LeaseRules.fail(tasks, id, token, error, now);
  }

  /** Lets a failed task be claimed again, with all its attempts. */
  public Outcome<Task> retry(TaskRepository tasks, long id, Actor actor, long now) {
    return DecisionRules.retry(tasks, id, actor, now);
  }

  /** Nobody gets a task of the swarm until it is resumed. */
  public Outcome<SwarmSummary> pause(
      TaskRepository tasks, String project, String swarm, Actor actor, long now) {
    return PauseRules.pause(tasks, project, swarm, actor, now);
  }

  public Outcome<SwarmSummary> resume(
      TaskRepository tasks, String project, String swarm, Actor actor, long now) {
    return PauseRules.resume(tasks, project, swarm, actor, now);
  }

  /** Nobody gets a task of the swarm with this tag until the tag is resumed. */
  public Outcome<SwarmSummary> pauseTag(
      TaskRepository tasks, String project, String swarm, String tag, Actor actor, long now) {
    return PauseRules.pauseTag(tasks, project, swarm, tag, actor, now);
  }

  public Outcome<SwarmSummary> resumeTag(
      TaskRepository tasks, String project, String swarm, String tag, Actor actor, long now) {
    return PauseRules.resumeTag(tasks, project, swarm, tag, actor, now);
  }

  /**
   * Limits how many tasks of the swarm are claimed at the same time.
   *
   * @param tag only tasks that have it; empty for all
   * @param most 0 for any number
   */
  public Outcome<SwarmSummary> limit(
      TaskRepository tasks,
      String project,
      String swarm,
      Optional<String> tag,
      int most,
      Actor actor,
      long now) {
    return LimitRules.limit(tasks, project, swarm, tag, most, actor, now);
  }

  /** Ends a task that is no longer wanted; tasks that depend on it may start. */
  public Outcome<Task> cancel(TaskRepository tasks, long id, Actor actor, long now) {
    return DecisionRules.cancel(tasks, id, actor, now);
  }

  /** Lets a cancelled task be claimed after all; tasks that depend on it wait again. */
  public Outcome<Task> reopen(TaskRepository tasks, long id, Actor actor, long now) {
    return DecisionRules.reopen(tasks, id, actor, now);
  }

  /**
   * The holder works on a branch of its own.
   *
   * @param target the branch that it lands in
   * @param note where the worktree is
   */
  public Outcome<Task> startBranch(
      TaskRepository tasks,
      long id,
      String token,
      String name,
      String target,
      String note,
      long now) {
    return BranchRules.start(tasks, id, token, name, target, note, now);
  }

  /**
   * The work of a task has landed.
   *
   * @param commit of the branch that it landed in
   */
  public Outcome<Task> land(
      TaskRepository tasks, long id, String commit, String note, Actor actor, long now) {
    return BranchRules.land(tasks, id, commit, note, actor, now);
  }

  /** Lets a task be claimed again whose work could not land. */
  public Outcome<Task> sendBack(TaskRepository tasks, long id, String note, Actor actor, long now) {
    return BranchRules.sendBack(tasks, id, note, actor, now);
  }

  /** Takes a task from its holder, as only a person may; it does not count as an attempt. */
  public Outcome<Task> takeBack(
      TaskRepository tasks, long id, Optional<String> note, Actor actor, long now) {
    return DecisionRules.takeBack(tasks, id, note, actor, now);
  }

  /** Changes what the creator of a task wrote. */
  public Outcome<Task> edit(
      TaskRepository tasks, long id, TaskChange change, Actor actor, long now) {
    return EditRules.edit(tasks, id, change, actor, now);
  }

  /** Lets all tasks that the filter finds take a step, or returns them as they are. */
  public Outcome<List<Task>> takeAll(
      TaskRepository tasks,
      TaskQueries.TaskFilter filter,
      BulkStep step,
      boolean dryRun,
      Actor actor,
      long now) {
    return BulkRules.take(this, tasks, filter, step, dryRun, actor, now);
  }

  /**
   * Looks at no more than {@code limit} expired leases: those that are kept are extended, the
   * others end.
   *
   * @param keptUntil when the lease of a task ends by what is known of its holder's life
   */
  public void expire(TaskRepository tasks, ToLongFunction<Task> keptUntil, long now, int limit) {
    ExpiryRules.expire(tasks, keptUntil, now, limit);
  }

  /** Ends all leases of a session whose host died, as if they had expired. */
  public List<Task> abandonHeld(
      TaskRepository tasks, String project, String session, String why, long now) {
    return ExpiryRules.abandonHeld(tasks, project, session, why, now);
  }

  /** Ends the lease of one task whose holder's host died, as if it had expired. */
  public Outcome<Task> abandon(TaskRepository tasks, long id, String token, String why, long now) {
    return ExpiryRules.abandon(tasks, id, token, why, now);
  }

  /** Ends one lease that is over. */
  public Task expire(TaskRepository tasks, Task held, long now) {
    return ExpiryRules.expire(tasks, held, now);
  }

  /** Gives holders time to renew after an outage. */
  public void grantGrace(TaskRepository tasks, Duration grace, long now) {
    ExpiryRules.grantGrace(tasks, grace, now);
  }

  /**
   * Gives holders time to renew after the daemon was frozen: one lease, or as long as it was frozen
   * if that was longer.
   */
  public void makeUpFor(TaskRepository tasks, Duration frozen, Duration most, long now) {
    tasks.extendLeases(now, frozen, most);
  }
}
