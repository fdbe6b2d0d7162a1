package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates directories that only their owner can access. */
final class PrivateDirectory {
  private PrivateDirectory() {}

  static void create(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return; // possibly a symbolic link to one
    }
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
