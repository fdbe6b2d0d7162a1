package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory for its owner only. */
final class PrivateDirectory {
  private PrivateDirectory() {}

  static void make(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return; // also where it is a symbolic link
    }
    if (Installation.onWindows()) {
      Files.createDirectories(directory);
    } else {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }
}
