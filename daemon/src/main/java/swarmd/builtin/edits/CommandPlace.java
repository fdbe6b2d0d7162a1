package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import swarmd.builtin.shell.CommandWrites;
import swarmd.builtin.shell.ShellCommand;
import swarmd.hooks.HookEvent;
import swarmd.sessions.WorkTree;

/**
 * Where a shell command runs.
 *
 * @param project the project's folder
 * @param folder the command's own
 * @param workTree the project's work tree around that, or the project's folder
 * @param variables those of its environment that are known
 */
record CommandPlace(Path project, Path folder, Path workTree, Map<String, String> variables) {

  /** Reads the disk. */
  static CommandPlace of(HookEvent event, String userHome) {
    Path project = Path.of(event.folder().orElseThrow());
    Path folder = ShellCommand.folder(event).map(Path::of).orElse(project);
    Path workTree = WorkTree.topOf(project, folder);
    Map<String, String> variables = new HashMap<>(Map.of("HOME", userHome));
    event.host().variables().project().ifPresent(name -> variables.put(name, project.toString()));
    return new CommandPlace(project, folder, workTree, variables);
  }

  CommandWrites writesOf(String command) {
    return CommandWrites.of(command, folder.toString(), workTree.toString(), variables);
  }
}
