package swarmd.sessions;

import java.util.Optional;

/**
 * That an agent has edited a file.
 *
 * @param agent empty for the session's main agent
 * @param type the subagent's type
 * @param at when it last did, in epoch milliseconds
 */
public record FileEdit(
    String project, String session, String agent, Optional<String> type, String file, long at) {

  public boolean bySameAgent(FileEdit other) {
    return session.equals(other.session) && agent.equals(other.agent);
  }
}
