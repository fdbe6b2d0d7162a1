package swarmd.builtin.shell;

import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.sessions.MainAgent;
import swarmd.sessions.SessionId;

/** Who an agent is, as its shell is told. */
record Identity(String session, String agent) {

  /** Empty unless both are well-formed ids, which no shell takes for anything else. */
  static Optional<Identity> of(HookEvent event) {
    return event
        .session()
        .map(
            session ->
                new Identity(session, event.agent().orElseGet(() -> MainAgent.nameIn(session))))
        .filter(id -> SessionId.isValid(id.session) && SessionId.isValid(id.agent));
  }

  /** What is put before a command. */
  String prefix() {
    return "export SWARM_SESSION=%s SWARM_AGENT=%s; ".formatted(session, agent);
  }
}
