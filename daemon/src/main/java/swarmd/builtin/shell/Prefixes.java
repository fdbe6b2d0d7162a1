package swarmd.builtin.shell;

import java.util.Optional;
import swarmd.hooks.HookEvent;

/** What {@link AgentIdentity} and, before it, {@link NonInteractiveEnv} put before a command. */
final class Prefixes {
  private Prefixes() {}

  /** The command as the agent wrote it; the prefixes need no permission. */
  static String removeFrom(String command, HookEvent event) {
    Optional<Identity> identity = Identity.of(event);
    String rest = command;
    if (identity.isPresent()) {
      rest = identity.get().removePrefixFrom(rest);
      rest = without(identity.get().checked(""), rest);
    }
    return without(NonInteractiveEnv.PREFIX, rest);
  }

  private static String without(String prefix, String command) {
    return command.startsWith(prefix) ? command.substring(prefix.length()) : command;
  }
}
