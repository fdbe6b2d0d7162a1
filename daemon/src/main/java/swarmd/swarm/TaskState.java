package swarmd.swarm;

import java.util.Optional;
import swarmd.common.TextLength;
import swarmd.text.Cut;

/**
 * The part of a task that changes as agents work on it. Times are epoch milliseconds.
 *
 * @param agent the agent that holds the task or finished it
 * @param workstation where that agent works, if tasks are shared between several
 * @param heldBefore whether somebody may have held it and left something
 * @param attempts claims that were not released
 */
public record TaskState(
    TaskStatus status,
    Optional<String> agent,
    Optional<String> session,
    Optional<String> workstation,
    int attempts,
    Optional<String> result,
    Optional<String> error,
    Optional<Long> claimedAt,
    Optional<Long> finishedAt,
    Optional<Lease> lease,
    Optional<Checked> checked,
    boolean heldBefore) {

  public static final TextLength RESULT = TextLength.upTo(1_000_000, "result");
  public static final TextLength ERROR = TextLength.upTo(1_000_000, "error");

  /** Neither claimed nor finished. */
  public static TaskState pending(int attempts) {
    return pending(attempts, false);
  }

  /** The same for a task that somebody may have held. */
  public static TaskState pending(int attempts, boolean heldBefore) {
    return new TaskState(
        TaskStatus.PENDING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        attempts,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        heldBefore);
  }

  TaskState claimed(String holder, Optional<String> holderSession, Lease granted, long now) {
    return new TaskState(
        TaskStatus.CLAIMED,
        Optional.of(holder),
        holderSession,
        Optional.empty(),
        attempts + 1,
        Optional.empty(),
        Optional.empty(),
        Optional.of(now),
        Optional.empty(),
        Optional.of(granted),
        Optional.empty(),
        heldBefore);
  }

  TaskState brief(int maxError) {
    return new TaskState(
        status,
        agent,
        session,
        workstation,
        attempts,
        Optional.empty(),
        error.map(text -> Cut.to(maxError, text)),
        claimedAt,
        finishedAt,
        lease,
        checked,
        heldBefore);
  }

  TaskState withLease(Lease other) {
    return new TaskState(
        status,
        agent,
        session,
        workstation,
        attempts,
        result,
        error,
        claimedAt,
        finishedAt,
        Optional.of(other),
        checked,
        heldBefore);
  }

  TaskState renewed(long now) {
    return withLease(lease.orElseThrow().extendedFrom(now));
  }

  /** Giving a task back does not use up an attempt. */
  TaskState released() {
    return pending(attempts - 1, true);
  }

  TaskState pendingAfterExpiry() {
    return pending(attempts, true);
  }

  TaskState pendingAgain() {
    return pending(0, heldBefore || claimedAt.isPresent());
  }

  TaskState done(Optional<String> newResult, Optional<Checked> newChecked, long now) {
    return finished(TaskStatus.DONE, newResult, Optional.empty(), newChecked, now);
  }

  TaskState failed(Optional<String> newError, long now) {
    return finished(TaskStatus.FAILED, Optional.empty(), newError, Optional.empty(), now);
  }

  TaskState cancelled(long now) {
    return finished(TaskStatus.CANCELLED, result, error, Optional.empty(), now);
  }

  private TaskState finished(
      TaskStatus end,
      Optional<String> newResult,
      Optional<String> newError,
      Optional<Checked> newChecked,
      long now) {
    return new TaskState(
        end,
        agent,
        session,
        workstation,
        attempts,
        newResult,
        newError,
        claimedAt,
        Optional.of(now),
        Optional.empty(),
        newChecked,
        heldBefore);
  }
}
