package swarmd.sessions;

import java.util.Optional;

/** Who gives a command or sends a request through the socket. */
public sealed interface Caller {

  /** Somebody at a terminal that no host has started. */
  record Person() implements Caller {}

  /**
   * An agent, or what it has started.
   *
   * @param name a subagent's; empty for the main agent
   */
  record Agent(String session, Optional<String> name) implements Caller {}

  /** A script, or a process that has left its terminal and its host. */
  record Unknown() implements Caller {}
}
