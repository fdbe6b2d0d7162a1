package swarmd.modes;

import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.checks.CheckStanding;

/**
 * What shows that the work of a mode is good, apart from the word of the agent that did it.
 *
 * @param check how the check that counts stands
 * @param approvalStands whether nothing was changed since the approval, if there is one
 */
public record Evidence(HostProfile host, CheckStanding check, boolean approvalStands) {

  /** In a project without checks. */
  static final Evidence NONE =
      new Evidence(HostProfiles.MOST_COPIED, new CheckStanding.NoChecks(), true);

  /** Whether the session's agent can have subagents that the daemon knows. */
  boolean subagents() {
    return hasSubagents(host);
  }

  static boolean hasSubagents(HostProfile host) {
    return host.eventName(EventKind.SUBAGENT_START).isPresent();
  }
}
