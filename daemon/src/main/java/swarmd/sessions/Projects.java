package swarmd.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;

/** Finds the project that a folder belongs to. */
public final class Projects {
  public static final TextLength DIRECTORY = TextLength.notBlank(4_096, "project");

  private static final long MAX_SETTINGS_BYTES = 1 << 20;

  /** A name is never taken for a folder, so no repository can pass itself off as another one. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private Projects() {}

  /**
   * The project of a folder: inside git the repository's main work tree, elsewhere the folder
   * itself. A folder that does not exist stands for itself. Reads the disk.
   */
  public static Outcome<Project> of(String directory) {
    try {
      Path path = Path.of(DIRECTORY.check(directory));
      if (!path.isAbsolute()) {
        return invalid("project must be an absolute path, not '" + directory + "'");
      }
      Path folder = canonical(path);
      return Outcome.ok(named(WorkTree.around(folder).map(WorkTree::main).orElse(folder)));
    } catch (InvalidValue e) {
      return invalid("project " + e.problem());
    } catch (InvalidPathException e) {
      return invalid("project is not a path: " + e.getReason());
    }
  }

  /** The folder without links, as far as it exists. */
  public static Path canonical(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }

  private static Project named(Path folder) {
    return nameIn(folder.resolve(".swarmd").resolve("settings.json"))
        .map(name -> new Project(name, folder.toString()))
        .orElseGet(() -> Project.in(folder.toString()));
  }

  /** The name that a project's settings give it; settings that cannot be read give none. */
  private static Optional<String> nameIn(Path settings) {
    try {
      if (!Files.isRegularFile(settings, LinkOption.NOFOLLOW_LINKS)
          || Files.size(settings) > MAX_SETTINGS_BYTES) {
        return Optional.empty();
      }
      return JsonReader.readFile(settings, false)
          .get("project")
          .flatMap(Value::text)
          .filter(name -> NAME.matcher(name).matches());
    } catch (IOException | MalformedJson e) {
      return Optional.empty();
    }
  }

  private static <T> Outcome<T> invalid(String message) {
    return Outcome.refused(ErrorCode.INVALID_REQUEST, message);
  }
}
