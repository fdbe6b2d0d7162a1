package swarmd.mcp;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.sessions.Caller;
import swarmd.sessions.Project;
import swarmd.swarm.Actor;
import swarmd.swarm.Holding;

/**
 * The agent that calls a tool.
 *
 * @param name under which it holds tasks
 * @param session empty if its host sends no events
 * @param folder where it is, if that is known
 */
record Worker(
    String name, Optional<String> session, Project project, Optional<Path> folder, Caller caller) {

  Holding.Agent holder() {
    return new Holding.Agent(name, id -> session.equals(Optional.of(id)));
  }

  Actor actor() {
    return Actor.of(caller, Optional.of(name));
  }
}
