package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/** One piece of work, as it stands. Times are epoch milliseconds. */
public record Task(
    long id,
    SwarmId swarm,
    String title,
    Optional<String> description,
    int priority,
    int wave,
    List<Long> dependsOn,
    List<String> files,
    TaskStatus status,
    Optional<String> agent,
    Optional<String> session,
    int attempts,
    int maxAttempts,
    Optional<String> result,
    Optional<String> error,
    long createdAt,
    Optional<Long> claimedAt,
    Optional<Long> finishedAt,
    Optional<Lease> lease) {

  /** The same task, seen with this lease. */
  public Task withLease(Lease other) {
    return TaskChange.of(this).withLease(other);
  }

  /**
   * Whether the file is one of those that the task may change.
   *
   * @param file absolute, or relative to the project
   */
  public boolean owns(String file) {
    return FileGlobs.of(swarm.project(), files).matchAny(List.of(file));
  }

  /** How many characters it has that others have chosen. */
  public long textLength() {
    return title.length()
        + length(description)
        + length(result)
        + length(error)
        + files.stream().mapToLong(String::length).sum();
  }

  private static long length(Optional<String> text) {
    return text.map(String::length).orElse(0);
  }

  /** The same task with everything that a step may change; {@link TaskChange} has the steps. */
  Task with(
      TaskStatus newStatus,
      Optional<String> newAgent,
      Optional<String> newSession,
      int newAttempts,
      Optional<String> newResult,
      Optional<String> newError,
      Optional<Long> newClaimedAt,
      Optional<Long> newFinishedAt,
      Optional<Lease> newLease) {
    return new Task(
        id,
        swarm,
        title,
        description,
        priority,
        wave,
        dependsOn,
        files,
        newStatus,
        newAgent,
        newSession,
        newAttempts,
        maxAttempts,
        newResult,
        newError,
        createdAt,
        newClaimedAt,
        newFinishedAt,
        newLease);
  }

  boolean heldWith(String token) {
    return lease.isPresent() && lease.get().token().equals(token);
  }
}
