package swarmd.builtin.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Which repository git finds from a folder upwards. Git runs what that one's settings say. */
final class RepositorySearch {
  private RepositorySearch() {}

  /**
   * Whether it finds one by its `.git`, a name that no commit can hold. A commit can hold a folder
   * that is a bare repository, settings and all, and git would take that. Reads the disk.
   */
  static boolean findsGitFolder(String from) {
    try {
      Path folder = Path.of(from);
      return folder.isAbsolute() && findsGitFolder(folder.toRealPath());
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }

  private static boolean findsGitFolder(Path from) {
    for (Path folder = from; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        return true;
      }
      if (Files.exists(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return false;
  }
}
