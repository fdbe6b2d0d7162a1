package swarmd.builtin.edits;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.shell.ShellCommand;
import swarmd.builtin.shell.Written;
import swarmd.hooks.HookEvent;

/** The files that a tool call would write: an edit tool's, or those that a shell command names. */
public final class WrittenFiles {
  private final String userHome;

  public WrittenFiles(Path userHome) {
    this.userHome = userHome.toString();
  }

  /** Reads the disk. */
  public List<ToolFile> of(HookEvent event) {
    Optional<String> command = ShellCommand.of(event);
    return command.isEmpty() ? ToolFile.edited(event) : of(event, command.get());
  }

  private List<ToolFile> of(HookEvent event, String command) {
    return CommandPlace.of(event, userHome).writesOf(command).files().stream()
        .flatMap(WrittenFiles::paths)
        .map(ToolFile::new)
        .toList();
  }

  /** A whole folder stands for itself and for any file in it. */
  private static Stream<Path> paths(Written written) {
    try {
      Optional<Path> path = written.literal().map(Path::of).map(Path::normalize);
      return switch (written.reach()) {
        case FILE -> path.stream();
        case TREE, CHILDREN, COPY -> path.stream().flatMap(at -> Stream.of(at, at.resolve("any")));
        case CHANGES, PATCH -> Stream.empty();
      };
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }
}
