package swarmd.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import swarmd.files.Sha256;

/**
 * A folder of swarmd's own that git uses as a repository's common folder. It has links to the
 * repository's objects, branches and ignored names, but neither its configuration nor its hooks:
 * files that git does not read cannot name a program to run.
 */
record CommonFolder(Path folder, Path repository) {
  private static final List<String> LINKED =
      List.of("HEAD", "objects", "refs", "packed-refs", "logs", "worktrees", "info", "shallow");

  /** Git makes these when it needs them, but not behind a link. */
  private static final List<String> NEEDED = List.of("logs", "worktrees");

  private static final int NAME_LENGTH = 16;

  /**
   * Makes it as far as it is not there. Writes to the disk.
   *
   * @param all for those of all repositories
   * @param repository its real common folder
   */
  static CommonFolder of(Path all, Path repository, RepositorySettings settings) throws Git.Failed {
    String name =
        Sha256.hex(repository.toString().getBytes(StandardCharsets.UTF_8))
            .substring(0, NAME_LENGTH);
    CommonFolder common = new CommonFolder(all.resolve(name), repository);
    try {
      common.make(settings.configuration());
      return common;
    } catch (IOException e) {
      throw new Git.Failed("%s cannot be prepared for git: %s".formatted(repository, e));
    }
  }

  private void make(String configuration) throws IOException {
    Files.createDirectories(folder);
    for (String name : NEEDED) {
      Files.createDirectories(repository.resolve(name));
    }
    for (String name : LINKED) {
      link(folder.resolve(name), repository.resolve(name));
    }
    Path file = folder.resolve("config");
    if (!Files.exists(file) || !Files.readString(file).equals(configuration)) {
      Path next = Files.writeString(Files.createTempFile(folder, "config", null), configuration);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void link(Path link, Path target) throws IOException {
    if (Files.isSymbolicLink(link)) {
      return;
    }
    try {
      Files.createSymbolicLink(link, target);
    } catch (FileAlreadyExistsException made) {
      // by another thread
    }
  }

  /** The git folder of the work tree of swarmd's own in which tasks land. */
  Path landing() {
    return folder.resolve("landing");
  }
}
