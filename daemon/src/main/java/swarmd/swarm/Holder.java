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
    return agent.map(holder::equals).orElseGet(() -> isMainAgent(task, subagents));
  }

  /** Whether the agent holds the task, or works for the main agent that does. */
  public static boolean isOrWorksFor(
      Optional<String> session, Optional<String> agent, Task task, SubagentQueries subagents) {
    return is(session, agent, task, subagents)
        || agent.isPresent() && is(session, Optional.empty(), task, subagents);
  }

  /** Whether the main agent of the task's session holds it, and not one of its subagents. */
  static boolean isMainAgent(Task task, SubagentQueries subagents) {
    return subagents
        .find(task.swarm().project(), task.session().orElseThrow(), task.agent().orElseThrow())
        .isEmpty();
  }
}
