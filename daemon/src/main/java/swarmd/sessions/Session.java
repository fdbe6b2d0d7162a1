package swarmd.sessions;

import java.time.Duration;
import java.util.Optional;

/**
 * One session of a host in one project. Times are epoch milliseconds.
 *
 * @param lastSeen when the last hook event came
 * @param idleHolds how often in a row its stop was held without a tool used in between
 * @param reminders how often it was reminded of open work
 * @param openTodos how many of its todos were open when it last wrote them down
 */
public record Session(
    String project,
    String id,
    String host,
    long startedAt,
    long lastSeen,
    Optional<Long> endedAt,
    int idleHolds,
    int reminders,
    int openTodos) {

  /** State of a session without a sign of life for this long counts no more. */
  public static final Duration STALE = Duration.ofHours(2);

  /** Whether it is over or has been silent for too long. */
  public boolean gone(long now) {
    return endedAt.isPresent() || now - lastSeen > STALE.toMillis();
  }
}
