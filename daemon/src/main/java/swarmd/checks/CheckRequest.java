package swarmd.checks;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.userhooks.CheckEntry;

/**
 * A check to run.
 *
 * @param check one that the person has agreed to
 * @param folder the work tree to run it in
 * @param session of the agent that requested it; empty if a person did
 * @param agent the name of the agent or person that requested it
 * @param claimedAt when the task was claimed that it is for; such checks wait in that order
 */
public record CheckRequest(
    CheckEntry check,
    String project,
    Path folder,
    Optional<String> session,
    String agent,
    Optional<Long> claimedAt) {

  /** One that is for no task. */
  public CheckRequest(
      CheckEntry check, String project, Path folder, Optional<String> session, String agent) {
    this(check, project, folder, session, agent, Optional.empty());
  }
}
