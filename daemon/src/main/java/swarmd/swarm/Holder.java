package swarmd.swarm;

import java.util.Optional;
import swarmd.sessions.MainAgent;
import swarmd.sessions.SubagentQueries;

/** Tells whether an agent is the one that holds a task. */
public final class Holder {
  private Holder() {}

  /**
   * A task of a session that none of its subagents holds belongs to its main agent, whatever name
   * it was claimed under.
   *
   * @param agent a subagent; empty for the session's main agent
   */
  public static boolean is(
      Optional<String> session, Optional<String> agent, Task task, SubagentQueries subagents) {
    if (session.isEmpty() || task.agent().isEmpty()) {
      return false;
    }
    String holder = task.agent().get();
    if (task.session().isEmpty()) {
      return holder.equals(agent.orElseGet(() -> MainAgent.nameIn(session.get())));
    }
    if (!task.session().equals(session)) {
      return false;
    }
    return agent
        .map(holder::equals)
        .orElseGet(() -> subagents.find(task.swarm().project(), session.get(), holder).isEmpty());
  }
}
