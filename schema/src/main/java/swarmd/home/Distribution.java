package swarmd.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that holds bin and lib. */
public record Distribution(Path directory) {

  /**
   * The path to write into other programs' settings: where install.sh has put several versions side
   * by side, the link to the current one, which an upgrade moves.
   */
  public Path lasting() {
    Path current = directory.resolveSibling("current");
    try {
      return Files.isSymbolicLink(current) && Files.isSameFile(current, directory)
          ? current
          : directory;
    } catch (IOException e) { // the link leads nowhere
      return directory;
    }
  }

  /** The archive of a program's classes that comes with a Java runtime of swarmd's own. */
  public Path shippedArchive(String program) {
    return directory.resolve("runtime/archives").resolve(program + ".aot");
  }

  /** Whether the next build of its clone may remove it. */
  public boolean isOfABuild() {
    return directory.endsWith("build/install/swarmd");
  }
}
