package swarmd.builtin.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.catalogue.OwnPolicy;
import swarmd.hooks.HookEvent;
import swarmd.sessions.CallTickets;
import swarmd.sessions.MainAgent;
import swarmd.sessions.SessionId;

/** The session and agent name exported in an agent's shell. */
record Identity(String session, String agent) {
  private static final Pattern TICKET =
      Pattern.compile("(?: " + CallTickets.VARIABLE + "=[A-Za-z0-9_-]+)?; ");

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
    return prefix("");
  }

  /** The same with the proof that the command is the agent's. */
  String prefixWith(String ticket) {
    return prefix(" " + CallTickets.VARIABLE + "=" + ticket);
  }

  private String prefix(String more) {
    return "export " + OwnPolicy.assignments(session, agent) + more + "; ";
  }

  /** The command without such a text before it, with any proof or none. */
  String removePrefixFrom(String command) {
    String start = prefix().substring(0, prefix().length() - "; ".length());
    Matcher rest =
        command.startsWith(start)
            ? TICKET.matcher(command).region(start.length(), command.length())
            : TICKET.matcher("");
    return rest.lookingAt() ? command.substring(rest.end()) : command;
  }

  /** One of the agent's own commands, so that the policy that we install allows it. */
  String checked(String command) {
    return OwnPolicy.checked(session, agent, command);
  }
}
