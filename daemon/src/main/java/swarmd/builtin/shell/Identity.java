package swarmd.builtin.shell;

import java.util.Optional;
import swarmd.catalogue.OwnPolicy;
import swarmd.hooks.HookEvent;
import swarmd.sessions.MainAgent;
import swarmd.sessions.SessionId;

/** The session and agent name exported in an agent's shell. */
record Identity(String session, String agent) {

  /** Empty unless both are well-formed ids, which are safe in any shell. */
  static Optional<Identity> of(HookEvent event) {
    return event
        .session()
        .map(
            session ->
                new Identity(session, event.agent().orElseGet(() -> MainAgent.nameIn(session))))
        .filter(id -> SessionId.isValid(id.session) && SessionId.isValid(id.agent));
  }

  /** The text to put before any command. */
  String prefix() {
    return "export " + OwnPolicy.assignments(session, agent) + "; ";
  }

  /** One of the agent's own commands, so that the policy that we install allows it. */
  String checked(String command) {
    return OwnPolicy.checked(session, agent, command);
  }
}
