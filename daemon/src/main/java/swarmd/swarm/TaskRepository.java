package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stored tasks within one transaction. {@link TaskRules} has the rules. */
public interface TaskRepository extends TaskQueries {

  /** The swarm of that name; created if it does not exist. */
  SwarmId swarm(String project, String name);

  /** Swarms that have unsettled tasks and are not paused. */
  List<OpenSwarm> openSwarms(String project, Optional<String> name);

  /** The next claimable tasks by priority, then id. */
  List<Task> claimable(OpenSwarm swarm, Selection selection, int limit);

  /** Like {@link #claimable}, but only tasks that own files. */
  List<Task> claimableWithFiles(OpenSwarm swarm, Selection selection, int limit);

  /**
   * Which of the claimable tasks are wanted.
   *
   * @param tags only tasks that have all of them
   * @param without no tasks that have one of them
   * @param now only tasks whose time has come
   */
  record Selection(List<String> tags, List<String> without, long now) {}

  /** The number of tasks in each status that have all these tags, in one swarm or in all. */
  Map<TaskStatus, Long> countTagged(String project, Optional<String> swarm, List<String> tags);

  /**
   * How many of these tasks are neither done nor cancelled; empty if one of them does not exist.
   */
  Optional<Integer> countUnsettled(String project, List<Long> ids);

  long insert(SwarmId swarm, NewTask task, List<Long> dependsOn, int openDependencies, long now);

  /** Stores the mutable part of a task. {@link #recount} keeps the counts right. */
  void update(Task task);

  /** Stores where the work of a task is. */
  void putBranch(Task task);

  /** Moves one task of a wave from one status to another in the counts, and returns them. */
  WaveCounts recount(SwarmId swarm, int wave, TaskStatus from, TaskStatus to);

  /** Counts one new pending task. */
  void countNew(SwarmId swarm, int wave);

  /** Opens the lowest wave with unsettled tasks. */
  void openNextWave(SwarmId swarm);

  /**
   * One dependency of each task that waits for this one is settled. Returns the other swarms that
   * have such tasks.
   */
  List<SwarmId> settleDependents(Task settled);

  /**
   * The task is open again, so each task that depends on it has one more to wait for. Returns the
   * other swarms that have such tasks.
   */
  List<SwarmId> unsettleDependents(Task reopened);

  /** Stores what the creator of a task wrote; another wave gets the task into its counts. */
  void change(Task before, Task after);

  /** Stores what a task depends on, and how many of these tasks are unsettled. */
  void changeDependencies(Task task, int openDependencies);

  Progress progress(SwarmId swarm);

  /** Whether a task of the swarm waits for one of another swarm that may still be done. */
  boolean waitsForOtherSwarm(SwarmId swarm);

  /** Stores since when the swarm is paused; empty if it goes on. */
  void paused(SwarmId swarm, Optional<Long> since);

  /** Stores the checks that all tasks of the swarm need. */
  void require(SwarmId swarm, List<String> checks);

  void limit(SwarmId swarm, ClaimLimits limits);

  /** Stores the state that was last announced for the swarm. */
  void announced(SwarmId swarm, SwarmSummary.State state, long now);

  /** Appends to the history and returns the event's id. */
  long append(NewEvent event);

  /**
   * A task that was claimed.
   *
   * @param task as it is now
   * @param lease as it was granted then
   */
  record PastClaim(Task task, Lease lease) {

    boolean isHeld() {
      return task.lease().map(Lease::fence).equals(Optional.of(lease.fence()));
    }

    /** With the token of that claim, by which a finished step can be repeated. */
    Task asClaimed() {
      return isHeld() ? task : task.withLease(lease);
    }
  }

  /** What an agent's earlier claim with this request id got. */
  List<PastClaim> claimedBefore(
      String project, String agent, Optional<String> session, String requestId);

  /** Whether this token's holder has taken this step. */
  boolean stepTaken(long taskId, String token, TaskEvent.Kind step);

  List<Task> expiredAt(long now, int limit);

  List<Task> heldBy(String project, String agent);

  /** Extends every current lease to {@code earliest} at least, and none beyond its duration. */
  void clampLeases(long now, long earliest);

  /**
   * Lets every current lease last for its duration or for {@code atLeast} from now on, whichever is
   * longer, but for no more than {@code most}; none becomes shorter.
   */
  void extendLeases(long now, Duration atLeast, Duration most);

  /** The task's holder, if it has a session, has lost it and has to be told so. */
  void lost(Task held, String why, long now);

  /**
   * An agent of a session has edited a file, for the tasks that it holds or works on.
   *
   * @param agent empty for the session's main agent
   * @param file relative to the work tree
   */
  void worked(
      String project, String session, String agent, String file, Optional<String> branch, long at);

  /** The agent was told, or has no need to be. */
  void forgetLost(LostTask told);

  /** A swarm with unsettled tasks, and its open wave. */
  record OpenSwarm(SwarmId id, int wave, ClaimLimits limits) {}

  /** The number of unsettled tasks in one wave, and of claimed ones among them. */
  record WaveCounts(long unsettled, long claimed) {

    /** After one task has gone from one status to another. */
    public WaveCounts moved(TaskStatus from, TaskStatus to) {
      return new WaveCounts(
          unsettled + change(!from.settled(), !to.settled()),
          claimed + change(from == TaskStatus.CLAIMED, to == TaskStatus.CLAIMED));
    }

    private static int change(boolean before, boolean after) {
      return (after ? 1 : 0) - (before ? 1 : 0);
    }
  }

  /** The remaining work of a swarm, and the state that was last announced. */
  record Progress(SwarmSummary.State announced, long pending, long claimed, boolean anyClaimable) {

    /** What the swarm is by its remaining work. */
    public SwarmSummary.State state() {
      if (claimed > 0 || anyClaimable) {
        return SwarmSummary.State.OPEN;
      }
      return pending == 0 ? SwarmSummary.State.COMPLETE : SwarmSummary.State.STUCK;
    }
  }

  /** An event to be appended. */
  record NewEvent(
      long at,
      TaskEvent.Kind kind,
      SwarmId swarm,
      Optional<Long> taskId,
      Optional<String> agent,
      Optional<String> session,
      Optional<Long> fence,
      Optional<String> token,
      Optional<String> requestId,
      Optional<Actor> by,
      Optional<String> note,
      Optional<Work> work) {

    /** An event of a whole swarm. */
    static NewEvent of(long now, TaskEvent.Kind kind, SwarmId swarm) {
      return of(now, kind, swarm, Optional.empty(), Optional.empty());
    }

    /** Somebody has done something to a whole swarm. */
    static NewEvent of(Actor actor, long now, TaskEvent.Kind kind, SwarmId swarm) {
      return of(now, kind, swarm, Optional.empty(), Optional.of(actor));
    }

    /** The same with a note. */
    static NewEvent of(Actor actor, long now, TaskEvent.Kind kind, SwarmId swarm, String note) {
      return of(actor, now, kind, swarm).withNote(note);
    }

    NewEvent withNote(String text) {
      return new NewEvent(
          at,
          kind,
          swarm,
          taskId,
          agent,
          session,
          fence,
          token,
          requestId,
          by,
          Optional.of(text),
          work);
    }

    /** With what the holder has left. */
    NewEvent with(Optional<Work> left) {
      return new NewEvent(
          at, kind, swarm, taskId, agent, session, fence, token, requestId, by, note, left);
    }

    /** The daemon lets a failed task be claimed again by itself. */
    static NewEvent retried(long now, Task task, String note) {
      return of(now, TaskEvent.Kind.RETRIED, task.swarm(), Optional.of(task.id()), Optional.empty())
          .withNote(note);
    }

    /** A task is added. */
    static NewEvent created(Optional<Actor> by, long now, SwarmId swarm, long taskId) {
      return of(now, TaskEvent.Kind.CREATED, swarm, Optional.of(taskId), by);
    }

    private static NewEvent of(
        long now, TaskEvent.Kind kind, SwarmId swarm, Optional<Long> taskId, Optional<Actor> by) {
      return new NewEvent(
          now,
          kind,
          swarm,
          taskId,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          by,
          Optional.empty(),
          Optional.empty());
    }

    /** The start of a lease; the event's id becomes the fence. */
    static NewEvent claimed(long now, Task task, ClaimRequest request, String token) {
      return new NewEvent(
          now,
          TaskEvent.Kind.CLAIMED,
          task.swarm(),
          Optional.of(task.id()),
          Optional.of(request.agent()),
          request.session(),
          Optional.empty(),
          Optional.of(token),
          request.requestId(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** A step of the task's holder, or the end of its lease. */
    static NewEvent ofHolder(long now, TaskEvent.Kind kind, Task task, Optional<String> note) {
      return new NewEvent(
          now,
          kind,
          task.swarm(),
          Optional.of(task.id()),
          task.agent(),
          task.session(),
          task.lease().map(Lease::fence),
          task.lease().map(Lease::token),
          Optional.empty(),
          Optional.empty(),
          note,
          Optional.empty());
    }

    /** A change by somebody else, so without the token by which a holder repeats its steps. */
    static NewEvent by(
        Actor actor, long now, TaskEvent.Kind kind, Task task, Optional<String> note) {
      boolean held = task.lease().isPresent();
      return new NewEvent(
          now,
          kind,
          task.swarm(),
          Optional.of(task.id()),
          held ? task.agent() : Optional.empty(),
          held ? task.session() : Optional.empty(),
          task.lease().map(Lease::fence),
          Optional.empty(),
          Optional.empty(),
          Optional.of(actor),
          note,
          Optional.empty());
    }
  }
}
