package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import swarmd.common.DurationRange;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.sessions.Account;

/**
 * A request for work.
 *
 * @param id only this task, instead of the next one
 * @param files tasks whose globs match one of these come first
 * @param tags only tasks that have all of them
 * @param swarm only its tasks; a blank name counts as none
 * @param patience how long to wait for work to appear
 * @param requestId makes the same agent's repeated request return the first one's claim
 * @param account that works on the tasks; if it cannot, there are none. Usually found by the
 *     session
 */
public record ClaimRequest(
    String project,
    String agent,
    Optional<String> session,
    Optional<Long> id,
    int limit,
    List<String> files,
    List<String> tags,
    Optional<String> swarm,
    Duration lease,
    Duration patience,
    Optional<String> requestId,
    Optional<String> account) {

  public static final TextLength AGENT = TextLength.notBlank(256, "agent").onOneLine();
  public static final TextLength SESSION = TextLength.upTo(256, "session");
  public static final NumberRange LIMIT = new NumberRange("limit", 1, 1_000);
  public static final ListSize FILES = ListSize.upTo(1_000, "files");
  public static final TextLength FILE = TextLength.upTo(4_096, "files");
  public static final DurationRange LEASE =
      new DurationRange("lease_ms", Duration.ofMillis(100), Duration.ofHours(24));
  public static final DurationRange WAIT =
      new DurationRange("wait_ms", Duration.ZERO, Duration.ofSeconds(60));
  public static final TextLength REQUEST_ID = TextLength.notBlank(256, "request_id");

  public static final Duration DEFAULT_LEASE = Duration.ofMinutes(5);

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public ClaimRequest {
    AGENT.check(agent);
    SESSION.check(session);
    id.ifPresent(Task.ID::check);
    LIMIT.check(limit);
    FILES.check(files).forEach(FILE::check);
    tags = TaskSpec.distinct(tags);
    TaskSpec.checkTags(tags);
    swarm = SwarmId.NAME.check(swarm).filter(name -> !name.isBlank());
    LEASE.check(lease);
    WAIT.check(patience);
    REQUEST_ID.check(requestId);
    Account.LABEL.check(account);
  }

  /** Without an account of its own. */
  public ClaimRequest(
      String project,
      String agent,
      Optional<String> session,
      Optional<Long> id,
      int limit,
      List<String> files,
      List<String> tags,
      Optional<String> swarm,
      Duration lease,
      Duration patience,
      Optional<String> requestId) {
    this(
        project,
        agent,
        session,
        id,
        limit,
        files,
        tags,
        swarm,
        lease,
        patience,
        requestId,
        Optional.empty());
  }

  /** One task, any swarm, the usual lease, no waiting. */
  public static ClaimRequest by(String agent, String project) {
    return new ClaimRequest(
        project,
        agent,
        Optional.empty(),
        Optional.empty(),
        1,
        List.of(),
        List.of(),
        Optional.empty(),
        DEFAULT_LEASE,
        Duration.ZERO,
        Optional.empty());
  }

  public ClaimRequest withLease(Duration other) {
    return new ClaimRequest(
        project, agent, session, id, limit, files, tags, swarm, other, patience, requestId,
        account);
  }

  public ClaimRequest withPatience(Duration other) {
    return new ClaimRequest(
        project, agent, session, id, limit, files, tags, swarm, lease, other, requestId, account);
  }

  public ClaimRequest withAccount(Optional<String> other) {
    return new ClaimRequest(
        project, agent, session, id, limit, files, tags, swarm, lease, patience, requestId, other);
  }
}
