package swarmd.messages;

import java.util.Optional;
import swarmd.sessions.MainAgent;

/**
 * The place a message goes to.
 *
 * @param session of the agent; empty for one that is only known because it holds a task
 * @param agent a subagent, or an agent without a session; empty for a session's main agent
 * @param workstation of the agent; empty if nothing is shared with a team
 */
public record Address(
    Optional<String> session, Optional<String> agent, Optional<String> workstation) {

  public Address {
    if (session.isEmpty() && agent.isEmpty()) {
      throw new IllegalArgumentException("an address needs a session or an agent");
    }
  }

  /** The name that people and other agents use for it. */
  public String name() {
    return agent.orElseGet(() -> MainAgent.nameIn(session.orElseThrow()));
  }

  /** With the workstation, where it matters. */
  public String title() {
    return name() + workstation.map(where -> " on " + where).orElse("");
  }
}
