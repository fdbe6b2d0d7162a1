package swarmd.status;

import java.util.Locale;
import java.util.Optional;
import swarmd.sessions.CurrentCalls;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.Session;
import swarmd.sessions.SignsOfLife;

/**
 * What an agent does at the moment.
 *
 * @param call the tool call that is open or waits for a permission, if it is known
 */
public record Activity(Kind kind, Optional<CurrentCalls.Call> call) {

  /** From the most to the least urgent. */
  public enum Kind {
    /** The host asks the person for a permission. */
    PERMISSION,
    TOOL,
    TURN,
    IDLE;

    /** The name in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param agent a subagent, or empty for the main agent
   */
  static Activity of(LivingSessions living, Session session, Optional<String> agent) {
    Kind kind =
        living
            .find(session.project(), session.id())
            .flatMap(signs -> signs.agent(agent))
            .map(Activity::kindOf)
            .orElse(Kind.IDLE);
    boolean inACall = kind == Kind.PERMISSION || kind == Kind.TOOL;
    return new Activity(
        kind,
        inACall ? living.calls().last(session.project(), session.id(), agent) : Optional.empty());
  }

  private static Kind kindOf(SignsOfLife.Agent agent) {
    if (agent.permissionWaits()) {
      return Kind.PERMISSION;
    }
    if (!agent.openCalls().isEmpty()) {
      return Kind.TOOL;
    }
    return agent.turnRuns() ? Kind.TURN : Kind.IDLE;
  }
}
