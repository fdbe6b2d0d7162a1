package swarmd.builtin.shell;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;

/** The command that a shell tool is about to run. */
public final class ShellCommand {
  /** Input fields that set the command's working directory, as in Gemini CLI. */
  private static final List<String> FOLDER_FIELDS =
      List.of("dir_path", "directory", "cwd", "workdir");

  private ShellCommand() {}

  /** Empty if the event comes from another tool. */
  public static Optional<String> of(HookEvent event) {
    return event.tool() == ToolKind.SHELL
            && event.object("tool_input").get("command") instanceof String command
        ? Optional.of(command)
        : Optional.empty();
  }

  /** The command as the agent wrote it; after it ran, hosts send what was put before it as well. */
  public static String asWritten(HookEvent event) {
    return Prefixes.removeFrom(of(event).orElse(""), event);
  }

  /** The folder that it runs in; a shell tool's input may name another than the session's. */
  public static Optional<String> folder(HookEvent event) {
    String directory = event.text("cwd").or(event::directory).orElse("");
    Map<?, ?> input = event.object("tool_input");
    String named =
        FOLDER_FIELDS.stream()
            .filter(field -> input.get(field) instanceof String)
            .map(field -> (String) input.get(field))
            .findFirst()
            .orElse("");
    try {
      return Optional.of(Path.of(directory).resolve(named).normalize())
          .filter(Path::isAbsolute)
          .map(Path::toString);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The tool's whole input with another command, because hosts replace all of it. */
  static Map<String, Object> inputWith(HookEvent event, String command) {
    Map<String, Object> input = Json.fields(event.object("tool_input"));
    input.put("command", command);
    return input;
  }
}
