package swarmd.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.common.TextLength;

/** Finds the project a directory belongs to. */
public final class Projects {
  public static final TextLength DIRECTORY = TextLength.notBlank(4_096, "project");

  private Projects() {}

  /**
   * The canonical directory; inside a git work tree its top level. A directory that is not there
   * stands for itself. Reads the file system.
   */
  public static Outcome<String> of(String directory) {
    try {
      Path path = Path.of(DIRECTORY.check(directory));
      if (!path.isAbsolute()) {
        return invalid("project must be an absolute path, not '" + directory + "'");
      }
      return Outcome.ok(topLevel(canonical(path)).toString());
    } catch (InvalidValue e) {
      return invalid("project " + e.problem());
    } catch (InvalidPathException e) {
      return invalid("project is not a path: " + e.getReason());
    }
  }

  private static Path canonical(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }

  private static Path topLevel(Path directory) {
    for (Path path = directory; path != null; path = path.getParent()) {
      if (Files.exists(path.resolve(".git"))) {
        return path;
      }
    }
    return directory;
  }

  private static Outcome<String> invalid(String message) {
    return Outcome.refused(ErrorCode.INVALID_REQUEST, message);
  }
}
