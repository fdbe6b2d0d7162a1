package swarmd.swarm;

import java.util.Optional;
import swarmd.common.TextLength;
import swarmd.text.Cut;

/**
 * The part of a task that changes as agents work on it. Times are epoch milliseconds.
 *
 * @param agent the agent that holds the task or finished it
 * @param attempts claims that were not released
 */
public record TaskState(
    TaskStatus status,
    Optional<String> agent,
    Optional<String> session,
    int attempts,
    Optional<String> result,
    Optional<String> error,
    Optional<Long> claimedAt,
    Optional<Long> finishedAt,
    Optional<Lease> lease) {

  public static final TextLength RESULT = TextLength.upTo(1_000_000, "result");
  public static final TextLength ERROR = TextLength.upTo(1_000_000, "error");

  /** Neither claimed nor finished. */
  public static TaskState pending(int attempts) {
    return new TaskState(
        TaskStatus.PENDING,
        Optional.empty(),
        Optional.empty(),
        attempts,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  TaskState claimed(String holder, Optional<String> holderSession, Lease granted, long now) {
    return new TaskState(
        TaskStatus.CLAIMED,
        Optional.of(holder),
        holderSession,
        attempts + 1,
        Optional.empty(),
        Optional.empty(),
        Optional.of(now),
        Optional.empty(),
        Optional.of(granted));
  }

  TaskState brief(int maxError) {
    return new TaskState(
        status,
        agent,
        session,
        attempts,
        Optional.empty(),
        error.map(text -> Cut.to(maxError, text)),
        claimedAt,
        finishedAt,
        lease);
  }

  TaskState withLease(Lease other) {
    return new TaskState(
        status, agent, session, attempts, result, error, claimedAt, finishedAt, Optional.of(other));
  }

  TaskState renewed(long now) {
    return withLease(lease.orElseThrow().extendedFrom(now));
  }

  /** Giving a task back does not use up an attempt. */
  TaskState released() {
    return pending(attempts - 1);
  }

  TaskState pendingAfterExpiry() {
    return pending(attempts);
  }

  TaskState pendingAgain() {
    return pending(0);
  }

  TaskState done(Optional<String> newResult, long now) {
    return finished(TaskStatus.DONE, newResult, Optional.empty(), now);
  }

  TaskState failed(Optional<String> newError, long now) {
    return finished(TaskStatus.FAILED, Optional.empty(), newError, now);
  }

  TaskState cancelled(long now) {
    return finished(TaskStatus.CANCELLED, result, error, now);
  }

  private TaskState finished(
      TaskStatus end, Optional<String> newResult, Optional<String> newError, long now) {
    return new TaskState(
        end,
        agent,
        session,
        attempts,
        newResult,
        newError,
        claimedAt,
        Optional.of(now),
        Optional.empty());
  }
}
