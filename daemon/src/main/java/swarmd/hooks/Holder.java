package swarmd.hooks;

import java.util.Optional;
import swarmd.sessions.MainAgent;
import swarmd.sessions.SubagentQueries;
import swarmd.swarm.Task;

/** Checks whether an event comes from the agent that holds a task. */
public final class Holder {
  private Holder() {}

  /** A task that no subagent holds belongs to the main agent, whatever name it used to claim it. */
  public static boolean sent(HookEvent event, Task task, SubagentQueries subagents) {
    if (event.session().isEmpty() || task.agent().isEmpty()) {
      return false;
    }
    String session = event.session().get();
    String holder = task.agent().get();
    if (task.session().isEmpty()) {
      return holder.equals(event.agent().orElseGet(() -> MainAgent.nameIn(session)));
    }
    if (!task.session().equals(Optional.of(session))) {
      return false;
    }
    return event
        .agent()
        .map(holder::equals)
        .orElseGet(() -> subagents.find(task.swarm().project(), session, holder).isEmpty());
  }
}
