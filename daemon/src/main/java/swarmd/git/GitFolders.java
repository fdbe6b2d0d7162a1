package swarmd.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import swarmd.sessions.WorkTree;

/**
 * The folders in which git keeps the state of a work tree.
 *
 * @param own with the work tree's HEAD and index
 * @param common with objects and branches, the same for all work trees of a repository
 */
record GitFolders(Path own, Path common) {

  /** Empty if there is no work tree. Reads the disk. */
  static Optional<GitFolders> of(Path top) {
    return WorkTree.around(top)
        .filter(tree -> tree.top().equals(top))
        .flatMap(WorkTree::gitFolder)
        .flatMap(GitFolders::around);
  }

  private static Optional<GitFolders> around(Path own) {
    Path pointer = own.resolve("commondir");
    try {
      return Optional.of(
          new GitFolders(
              own,
              Files.exists(pointer)
                  ? own.resolve(Files.readString(pointer).strip()).toRealPath()
                  : own));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // git could not use it either
    }
  }
}
