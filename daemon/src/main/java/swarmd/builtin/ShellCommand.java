package swarmd.builtin;

import java.util.Optional;
import java.util.Set;
import swarmd.hooks.HookEvent;

/** The command that a shell tool is about to run. */
final class ShellCommand {
  private static final Set<String> TOOLS = Set.of("Bash", "run_shell_command");

  private ShellCommand() {}

  /** Empty if the event is of another tool. */
  static Optional<String> of(HookEvent event) {
    return event.text("tool_name").filter(TOOLS::contains).isPresent()
            && event.object("tool_input").get("command") instanceof String command
        ? Optional.of(command)
        : Optional.empty();
  }
}
