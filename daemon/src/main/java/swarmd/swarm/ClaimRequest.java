package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An agent asks for work.
 *
 * @param id only this task, instead of the next one
 * @param files tasks whose globs match one of these come first
 * @param patience how long to wait for work to appear
 * @param requestId makes the same agent's repeated request return the first one's claim
 */
public record ClaimRequest(
    String project,
    String agent,
    Optional<String> session,
    Optional<Long> id,
    int limit,
    List<String> files,
    Optional<String> swarm,
    Duration lease,
    Duration patience,
    Optional<String> requestId) {

  public static final Duration DEFAULT_LEASE = Duration.ofMinutes(5);
  public static final Duration MAX_PATIENCE = Duration.ofSeconds(60);

  /** One task, any swarm, the usual lease, no waiting. */
  public static ClaimRequest by(String agent, String project) {
    return new ClaimRequest(
        project,
        agent,
        Optional.empty(),
        Optional.empty(),
        1,
        List.of(),
        Optional.empty(),
        DEFAULT_LEASE,
        Duration.ZERO,
        Optional.empty());
  }
}
