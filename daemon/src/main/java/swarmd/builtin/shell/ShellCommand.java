package swarmd.builtin.shell;

import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.ToolKind;

/** The command that a shell tool is about to run. */
final class ShellCommand {
  private ShellCommand() {}

  /** Empty if the event is of another tool. */
  static Optional<String> of(HookEvent event) {
    return event.tool() == ToolKind.SHELL
            && event.object("tool_input").get("command") instanceof String command
        ? Optional.of(command)
        : Optional.empty();
  }
}
