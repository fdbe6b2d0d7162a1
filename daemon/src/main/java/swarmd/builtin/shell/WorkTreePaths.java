package swarmd.builtin.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import swarmd.sessions.WorkTree;

/**
 * Where paths really lead: a repository can contain links to anywhere. A link that is made after
 * the check still goes unnoticed.
 */
final class WorkTreePaths {
  private WorkTreePaths() {}

  /**
   * Whether a command that reads these paths stays in the project: in its main work tree or a
   * linked one. Reads the disk.
   *
   * @param folder the command's working directory
   * @param project the main work tree; without one, the work tree around the working directory
   */
  static boolean allInside(Optional<String> project, String folder, List<String> paths) {
    try {
      Path start = Path.of(folder);
      if (!start.isAbsolute()) {
        return false;
      }
      Path here = start.toRealPath();
      Path root = project.isPresent() ? Path.of(project.get()).toRealPath() : workTree(here);
      for (String path : paths) {
        if (!isInside(root, real(here.resolve(path)))) {
          return false;
        }
      }
      return isInside(root, here);
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }

  /**
   * Whether a folder belongs to the project itself, and not to another repository inside it. Reads
   * the disk.
   */
  static boolean isOwnFolder(Optional<String> project, String folder) {
    try {
      Path here = Path.of(folder).toRealPath();
      Path root = project.isPresent() ? Path.of(project.get()).toRealPath() : workTree(here);
      return WorkTree.around(here)
          .map(tree -> tree.main().equals(root))
          .orElseGet(() -> here.startsWith(root));
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }

  private static Path workTree(Path folder) {
    return WorkTree.around(folder).map(WorkTree::main).orElse(folder);
  }

  private static boolean isInside(Path root, Path real) {
    if (real.startsWith(root)) {
      return true;
    }
    return WorkTree.around(real).filter(tree -> tree.main().equals(root)).isPresent();
  }

  /** The real path, or that of the nearest folder above that exists. */
  private static Path real(Path path) throws IOException {
    for (Path each = path; each != null; each = each.getParent()) {
      if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
        return each.toRealPath(); // fails for a link that leads nowhere
      }
    }
    throw new NoSuchFileException(path.toString());
  }
}
