package swarmd.builtin.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Finds the repository that git would use; git runs programs named in its settings. */
final class RepositorySearch {
  private RepositorySearch() {}

  /**
   * Whether git would use a `.git`, which no commit can contain. A commit can contain a bare
   * repository with its own settings, and git would use that. Reads the disk.
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
