package swarmd.builtin.shell;

import swarmd.settings.Permissions;

/** Command lines that are nothing but one of the agent's own `swarm` commands. */
final class OwnCommands {
  private final PermissionRules rules;

  OwnCommands(Permissions permissions) {
    rules = new PermissionRules(permissions);
  }

  /** A fast check first: few commands are ours. The user's rules come before it all. */
  boolean contain(String command) {
    return SwarmCall.mayBeIn(command)
        && ShellWords.quoted(command).filter(AgentCommands::contains).isPresent()
        && rules.denying(command).isEmpty()
        && rules.asking(command).isEmpty();
  }
}
