package swarmd.swarm;

import java.util.Locale;
import java.util.Optional;
import swarmd.common.InvalidValue;
import swarmd.sessions.Caller;
import swarmd.sessions.MainAgent;

/**
 * Whoever changes a task without being its holder, as recorded in the task's history.
 *
 * @param name of the user or the agent; a name that no agent could have counts as absent
 * @param session of an agent
 */
public record Actor(Kind kind, Optional<String> name, Optional<String> session) {
  /** A caller of whom nothing is known. */
  public static final Actor UNKNOWN = new Actor(Kind.UNKNOWN, Optional.empty(), Optional.empty());

  public Actor {
    name = name.filter(Actor::isName);
  }

  public enum Kind {
    PERSON,
    AGENT,
    /** A script, or a process that has left its terminal and its host. */
    UNKNOWN;

    /** The name that is stored and shown. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * The caller, by name.
   *
   * @param user what the caller calls itself; an agent of a session has a name there
   */
  public static Actor of(Caller caller, Optional<String> user) {
    if (caller instanceof Caller.Agent agent) {
      String session = agent.session();
      return new Actor(
          Kind.AGENT,
          agent.name().or(() -> Optional.of(MainAgent.nameIn(session))),
          Optional.of(session));
    }
    Kind kind = caller instanceof Caller.Person ? Kind.PERSON : Kind.UNKNOWN;
    return new Actor(kind, user, Optional.empty());
  }

  private static boolean isName(String text) {
    try {
      ClaimRequest.AGENT.check(text);
      return true;
    } catch (InvalidValue e) {
      return false;
    }
  }

  public boolean isPerson() {
    return kind == Kind.PERSON;
  }
}
