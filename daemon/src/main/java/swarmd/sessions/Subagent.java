package swarmd.sessions;

import java.time.Duration;
import java.util.Optional;

/** An agent that a session's main agent has started. */
public record Subagent(
    String project,
    String session,
    String id,
    Optional<String> type,
    long startedAt,
    long lastSeen,
    Optional<Long> endedAt,
    int holds) {

  /** One without a sign of life for this long counts as running no more. */
  public static final Duration STALE = Duration.ofMinutes(5);

  public boolean stale(long now) {
    return now - lastSeen > STALE.toMillis();
  }
}
