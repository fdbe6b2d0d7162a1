package swarmd.sessions;

import java.util.Optional;
import java.util.Set;

/**
 * What an event says about its session.
 *
 * @param directory where the host says it is
 * @param start whether the session starts, and anew or again
 * @param process the host's, as the client says
 * @param marked whether it has what only hooks of this process have
 * @param skipped what the client's environment switches off
 * @param account what the client's environment says about the account
 */
public record Arrival(
    String session,
    String host,
    Optional<String> directory,
    Start start,
    Optional<HostProcess> process,
    boolean marked,
    Set<String> skipped,
    boolean disabled,
    Optional<String> account) {

  public Arrival {
    account = Account.name(account);
  }

  /** How an event stands to the start of its session. */
  public enum Start {
    /** It is within the session. */
    NONE,
    /** The session goes on: it was resumed, compacted or cleared. */
    AGAIN,
    /** A new session, even if there was one of this id. */
    NEW
  }
}
