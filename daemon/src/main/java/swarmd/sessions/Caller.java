package swarmd.sessions;

import java.util.Optional;

/** Who gives a command or sends a request through the socket. */
public sealed interface Caller {

  /** Somebody at a terminal that no host has started, or a script that may act for them. */
  record Person() implements Caller {}

  /**
   * An agent, or what it has started.
   *
   * @param name a subagent's; empty for the main agent
   * @param inHost whether the session's host has started it; else it only says so, and the host's
   *     process is unknown
   * @param call the tool call that the command was given to, if it can prove that
   */
  record Agent(
      String session, Optional<String> name, boolean inHost, Optional<CallTickets.Call> call)
      implements Caller {}

  /** A script, or a process that has left its host, whatever session it names. */
  record Unknown() implements Caller {}

  /** Whether it may do what an agent of the session may. */
  default boolean speaksFor(String session) {
    return isPerson() || this instanceof Agent agent && agent.session().equals(session);
  }

  default boolean isPerson() {
    return this instanceof Person;
  }

  /** Why it may not do what only a person may; "…" is such as "trust hooks". */
  default String refusal(String act) {
    return this instanceof Agent
        ? "an agent cannot %s; the person can, in a terminal of their own".formatted(act)
        : "a process without a terminal cannot %s; run this in a terminal, or allow scripts:  swarm settings scripts"
            .formatted(act);
  }
}
