package swarmd.builtin.shell;

import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;

/** The command that a shell tool is about to run. */
final class ShellCommand {
  private ShellCommand() {}

  /** Empty if the event comes from another tool. */
  static Optional<String> of(HookEvent event) {
    return event.tool() == ToolKind.SHELL
            && event.object("tool_input").get("command") instanceof String command
        ? Optional.of(command)
        : Optional.empty();
  }

  /** The tool's whole input with another command, because hosts replace all of it. */
  static Map<String, Object> inputWith(HookEvent event, String command) {
    Map<String, Object> input = Json.fields(event.object("tool_input"));
    input.put("command", command);
    return input;
  }
}
