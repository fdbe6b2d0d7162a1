package swarmd.sessions;

import java.util.Optional;
import java.util.Set;

/**
 * What a session is bound to from its first event on.
 *
 * @param host the id of its host
 * @param process the host's, where it is known and can be watched
 * @param skipped hook types and names that the session's environment switches off
 * @param disabled whether its environment switches everything off
 * @param marked whether its host's hooks can be told from commands of its tools; they could at its
 *     start
 * @param account what its environment says about the account that it works for
 */
public record Binding(
    String session,
    Project project,
    String host,
    Optional<HostProcess> process,
    Set<String> skipped,
    boolean disabled,
    boolean marked,
    Optional<String> account) {

  /** Of a host whose hooks cannot be told from commands of its tools. */
  public Binding(
      String session,
      Project project,
      String host,
      Optional<HostProcess> process,
      Set<String> skipped,
      boolean disabled) {
    this(session, project, host, process, skipped, disabled, false, Optional.empty());
  }

  public Binding {
    skipped = Set.copyOf(skipped);
  }
}
