package swarmd.builtin.payload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.HookEvent;

/** A file that a tool reads or changes. */
public record ToolFile(Path path) {
  private static final int MAX_LINKS = 40; // as in Linux
  private static final int MAX_LENGTH = 4096; // as in Linux

  /** The names that hosts use for the file in a tool's input; the first that is there counts. */
  private static final List<String> FIELDS =
      List.of("notebook_path", "file_path", "filePath", "path");

  /** Empty unless the event comes from a tool that changes files; a patch may change several. */
  public static List<ToolFile> edited(HookEvent event) {
    return event.tool() == ToolKind.EDIT ? of(event) : List.of();
  }

  /** Empty unless the event comes from a tool that reads or changes files. */
  public static List<ToolFile> touched(HookEvent event) {
    return event.tool() == ToolKind.READ ? of(event) : edited(event);
  }

  private static List<ToolFile> of(HookEvent event) {
    Map<?, ?> input = event.object("tool_input");
    for (String field : FIELDS) {
      if (input.containsKey(field)) {
        return at(event, input.get(field)).stream().toList();
      }
    }
    return FilePatch.in(event)
        .map(
            patch ->
                patch.parts().stream()
                    .flatMap(part -> part.files().stream())
                    .flatMap(file -> at(event, file).stream())
                    .toList())
        .orElse(List.of());
  }

  static Optional<ToolFile> at(HookEvent event, Object named) {
    if (!(named instanceof String file) || file.isBlank() || file.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      String directory = event.text("cwd").or(event::directory).or(event::folder).orElse("");
      return Optional.of(Path.of(directory).resolve(file).normalize())
          .filter(Path::isAbsolute)
          .map(ToolFile::new);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * The path relative to the project's root, or else to the host's working directory; empty if the
   * file is outside both. Compares names only: the result may be a link to anywhere.
   */
  public Optional<Path> inProject(HookEvent event) {
    return Stream.of(event.folder(), event.text("cwd").or(event::directory))
        .flatMap(Optional::stream)
        .map(Path::of)
        .filter(path::startsWith)
        .findFirst()
        .map(root -> root.relativize(path));
  }

  /** Its name in its real folder, and the file behind it if it is a link. Reads the disk. */
  public List<String> realNames() {
    Path inFolder =
        path.getParent() == null
            ? path
            : resolve(path.getParent(), MAX_LINKS).resolve(path.getFileName());
    return Stream.of(inFolder, resolve(path, MAX_LINKS)).map(Path::toString).distinct().toList();
  }

  /** Resolves the part that exists, and links whose target does not exist yet. */
  private static Path resolve(Path path, int links) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      if (links > 0 && Files.isSymbolicLink(path)) {
        return followLink(path, links);
      }
      return path.getParent() == null
          ? path
          : resolve(path.getParent(), links).resolve(path.getFileName());
    }
  }

  private static Path followLink(Path link, int links) {
    try {
      return resolve(link.resolveSibling(Files.readSymbolicLink(link)).normalize(), links - 1);
    } catch (IOException gone) {
      return link;
    }
  }
}
