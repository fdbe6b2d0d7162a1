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
  private static final String IGNORED = "# What is only for you.\n*.local.json\n";

  private ProjectFolder() {}

  /**
   * Makes what is missing, and returns what that was. No link is followed: where one is in the
   * place of the folder, nothing is made.
   *
   * @param home the daemon's own folder, which is not a project's even where somebody works there
   */
  static List<String> make(Path project, Path home) throws IOException {
    List<String> made = new ArrayList<>();
    Path folder = project.resolve(NAME);
    if (!isFolder(project) || folder.equals(home)) {
      return made;
    }
    if (isNew(() -> Files.createDirectory(folder))) {
      made.add(NAME);
    }
    Path ignore = folder.resolve(".gitignore");
    if (isFolder(folder)
        && isNew(() -> Files.writeString(ignore, IGNORED, StandardOpenOption.CREATE_NEW))) {
      made.add(NAME + "/.gitignore");
    }
    return made;
  }

  private interface Making {
    Path make() throws IOException;
  }

  private static boolean isNew(Making making) throws IOException {
    try {
      making.make();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }
}
