package swarmd.sessions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A work tree of a git repository, found by reading git's own files.
 *
 * @param top its uppermost folder
 * @param main the repository's main work tree; of a bare repository, the repository itself
 */
public record WorkTree(Path top, Path main) {
  private static final int MAX_BYTES = 8_192;
  private static final String POINTER = "gitdir:";
  private static final String BRANCH = "ref: refs/heads/";

  /** The nearest work tree at or above a folder. Reads the disk. */
  public static Optional<WorkTree> around(Path folder) {
    for (Path path = folder; path != null; path = path.getParent()) {
      Path git = path.resolve(".git");
      if (Files.exists(git)) {
        return Optional.of(new WorkTree(path, mainOf(path, git)));
      }
    }
    return Optional.empty();
  }

  /**
   * The top of the project's work tree around a folder, whatever other repositories are between
   * them; its main one if the folder is in none of them. Reads the disk.
   *
   * @param project the project's main work tree
   */
  public static Path topOf(Path project, Path folder) {
    return of(project, folder).map(WorkTree::top).orElse(project);
  }

  /**
   * The top of the project's work tree that a file or folder is in; empty if it is outside of all.
   * Reads the disk.
   *
   * @param project the project's main work tree, or its folder outside git
   */
  public static Optional<Path> ofProject(Path project, Path path) {
    Path top = topOf(project, path);
    return top.equals(project) && !path.startsWith(project) ? Optional.empty() : Optional.of(top);
  }

  private static Optional<WorkTree> of(Path project, Path folder) {
    Optional<WorkTree> tree = around(folder);
    while (tree.isPresent() && !tree.get().main.equals(project)) {
      Path above = tree.get().top.getParent();
      tree = above == null ? Optional.empty() : around(above);
    }
    return tree;
  }

  /**
   * A file as it is seen from the top of the work tree that it is in, so that the same file has one
   * name in all work trees of a project. A file outside the project keeps its full name. Reads the
   * disk.
   *
   * @param project the project's main work tree
   */
  public static Path relative(Path file, Path project) {
    return of(project, file.getParent())
        .map(tree -> tree.top.relativize(file))
        .orElseGet(() -> file.startsWith(project) ? project.relativize(file) : file);
  }

  /** The branch that is checked out; empty if there is none. Reads the disk. */
  public Optional<String> branch() {
    return gitFolder()
        .flatMap(
            own -> {
              try {
                String head = read(own.resolve("HEAD")).strip();
                return head.startsWith(BRANCH)
                    ? Optional.of(head.substring(BRANCH.length()))
                    : Optional.empty();
              } catch (IOException e) {
                return Optional.empty(); // git could not use it either
              }
            });
  }

  /** The folder with this work tree's own HEAD and index; empty if git has none. Reads the disk. */
  public Optional<Path> gitFolder() {
    Path git = top.resolve(".git");
    try {
      return Optional.of(Files.isDirectory(git) ? git.toRealPath() : pointedTo(top, git));
    } catch (IOException | InvalidPathException | StringIndexOutOfBoundsException e) {
      return Optional.empty(); // git could not use it either
    }
  }

  private static Path pointedTo(Path top, Path git) throws IOException {
    return top.resolve(read(git).substring(POINTER.length()).strip()).toRealPath();
  }

  private static Path mainOf(Path top, Path git) {
    if (Files.isDirectory(git)) {
      return top;
    }
    return linkedTo(top, git).orElse(top);
  }

  /** Empty unless it is a linked work tree that its repository knows of: anybody can write .git. */
  private static Optional<Path> linkedTo(Path top, Path git) {
    try {
      String pointer = read(git);
      if (!pointer.startsWith(POINTER)) {
        return Optional.empty();
      }
      Path own = top.resolve(pointer.substring(POINTER.length()).strip()).toRealPath();
      Path commonFile = own.resolve("commondir");
      Path backFile = own.resolve("gitdir");
      if (!Files.isRegularFile(commonFile) || !Files.isRegularFile(backFile)) {
        return Optional.empty(); // a submodule has neither
      }
      Path back = own.resolve(read(backFile).strip());
      if (!Files.isSameFile(back, git)) {
        return Optional.empty();
      }
      Path common = own.resolve(read(commonFile).strip()).toRealPath();
      return Optional.of(common.endsWith(".git") ? common.getParent() : common);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // git could not use it either
    }
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
  }
}
