package swarmd.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder for files that need not survive a reboot: in memory if there is such a file system,
 * because starting on an empty database costs a dozen disk syncs.
 */
public final class QuickDisk {
  private static final Path FOLDER = find();

  private QuickDisk() {}

  /** Its path is short, because socket paths are limited. */
  public static Path folder() {
    return FOLDER;
  }

  private static Path find() {
    Path memory = Path.of("/dev/shm");
    return Files.isDirectory(memory) && canRunPrograms(memory) ? memory : Path.of("/tmp");
  }

  /** In some containers it cannot, and then native libraries cannot be loaded from it either. */
  private static boolean canRunPrograms(Path folder) {
    try {
      Path program =
          Files.createTempFile(
              folder,
              "sw-",
              ".sh",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try {
        Files.writeString(program, "#!/bin/sh\n");
        return new ProcessBuilder(program.toString()).start().waitFor() == 0;
      } finally {
        Files.delete(program);
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
