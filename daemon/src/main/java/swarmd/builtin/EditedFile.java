package swarmd.builtin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;

/** The file that an edit tool is about to change. */
record EditedFile(Path path) {
  private static final int MAX_LINKS = 40; // as in Linux
  private static final int MAX_LENGTH = 4096; // as in Linux

  private static final Map<String, String> FIELD_OF_TOOL =
      Map.of(
          "Edit", "file_path",
          "Write", "file_path",
          "MultiEdit", "file_path",
          "NotebookEdit", "notebook_path",
          "write_file", "file_path",
          "replace", "file_path");

  /** Empty if the event is of another tool. */
  static Optional<EditedFile> of(HookEvent event) {
    Optional<String> field = event.text("tool_name").map(FIELD_OF_TOOL::get);
    if (field.isEmpty()
        || !(event.object("tool_input").get(field.get()) instanceof String file)
        || file.isBlank()
        || file.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      String directory = event.text("cwd").or(event::directory).orElse("");
      return Optional.of(Path.of(directory).resolve(file).normalize())
          .filter(Path::isAbsolute)
          .map(EditedFile::new);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Its name in its real folder, and the file behind it if it is a link. Reads the disk. */
  List<String> realNames() {
    Path inFolder =
        path.getParent() == null
            ? path
            : real(path.getParent(), MAX_LINKS).resolve(path.getFileName());
    return Stream.of(inFolder, real(path, MAX_LINKS)).map(Path::toString).distinct().toList();
  }

  /** What exists of it is resolved, also a link to what does not exist yet. */
  private static Path real(Path path, int links) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      if (links > 0 && Files.isSymbolicLink(path)) {
        return linked(path, links);
      }
      return path.getParent() == null
          ? path
          : real(path.getParent(), links).resolve(path.getFileName());
    }
  }

  private static Path linked(Path link, int links) {
    try {
      return real(link.resolveSibling(Files.readSymbolicLink(link)).normalize(), links - 1);
    } catch (IOException gone) {
      return link;
    }
  }
}
