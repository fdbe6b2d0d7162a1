package swarmd.builtin.shell;

import java.util.Optional;
import swarmd.hooks.HookEvent;

/** What {@link AgentIdentity} and, before it, {@link NonInteractiveEnv} put before a command. */
final class Prefixes {
  private Prefixes() {}

  /** The command as the agent wrote it; the prefixes need no permission. */
  static String removeFrom(String command, HookEvent event) {
    Optional<String> identity = Identity.of(event).map(Identity::prefix);
    String rest = identity.isPresent() ? without(identity.get(), command) : command;
    return without(NonInteractiveEnv.PREFIX, rest);
  }

  private static String without(String prefix, String command) {
    return command.startsWith(prefix) ? command.substring(prefix.length()) : command;
  }
}
