package swarmd.builtin.sessions;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The folder in a project where swarmd looks for the project's settings. */
final class ProjectFolder {
  private static final String NAME = ".swarmd";
  private static final String GITIGNORE = "# Personal settings stay out of git.\n*.local.json\n";

  private ProjectFolder() {}

  /**
   * Creates what is missing and returns the names of what it created. Does not follow links: if the
   * folder is a link, it creates nothing.
   *
   * @param home the daemon's own folder, which is never a project's
   */
  static List<String> create(Path project, Path home) throws IOException {
    List<String> created = new ArrayList<>();
    Path folder = project.resolve(NAME);
    if (!isFolder(project) || folder.equals(home)) {
      return created;
    }
    if (succeeds(() -> Files.createDirectory(folder))) {
      created.add(NAME);
    }
    Path ignore = folder.resolve(".gitignore");
    if (isFolder(folder)
        && succeeds(() -> Files.writeString(ignore, GITIGNORE, StandardOpenOption.CREATE_NEW))) {
      created.add(NAME + "/.gitignore");
    }
    return created;
  }

  private interface Creation {
    Path create() throws IOException;
  }

  private static boolean succeeds(Creation creation) throws IOException {
    try {
      creation.create();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }
}
