package swarmd.worktrees;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders in which worktrees are made.
 *
 * @param folder relative to a repository's main work tree, or absolute; REPO stands for the name of
 *     the repository's folder
 */
public record Places(String folder) {
  private static final String REPOSITORY = "REPO";

  /** The folder for all worktrees of a repository. */
  Path of(Path main) {
    String name = Optional.ofNullable(main.getFileName()).map(Path::toString).orElse("root");
    return main.resolve(folder.replace(REPOSITORY, name)).normalize();
  }
}
