package swarmd.swarm;

import java.util.Optional;
import java.util.function.Predicate;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.Tasks.TaskHistory;

/** How a task stands for an agent that does not show the token of its lease. */
public sealed interface Holding {

  /** The agent holds the task. */
  record Held(String token) implements Holding {}

  /** The agent's lease has ended by the very step that it wants to take, which is no error. */
  record Repeated(Task task) implements Holding {}

  /** Nobody holds the task, or somebody else. */
  record NotHeld(Task task) implements Holding {}

  /**
   * An agent. Anybody can give a name; only those of a holder's session are its agents.
   *
   * @param speaksFor whether it belongs to a session
   */
  record Agent(String name, Predicate<String> speaksFor) {
    /** Whether it is the one that may end the task's lease. */
    public boolean holds(Task task) {
      return task.lease().isPresent() && is(task.agent(), task.session());
    }

    private boolean is(Optional<String> holder, Optional<String> session) {
      return holder.equals(Optional.of(name)) && session.filter(speaksFor.negate()).isEmpty();
    }
  }

  /**
   * Tells it by the names on record.
   *
   * @param step what the agent wants to do with the lease, if that ends it
   */
  static Holding of(TaskHistory found, Agent agent, Optional<Kind> step) {
    Task task = found.task();
    if (agent.holds(task)) {
      return new Held(task.lease().get().token());
    }
    return found.history().stream()
            .reduce((earlier, later) -> later)
            .filter(last -> step.equals(Optional.of(last.kind())) && last.by().isEmpty())
            .filter(last -> agent.is(last.agent(), last.session()))
            .isPresent()
        ? new Repeated(task)
        : new NotHeld(task);
  }
}
