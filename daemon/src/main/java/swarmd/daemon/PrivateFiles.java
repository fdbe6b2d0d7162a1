package swarmd.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that nobody but their owner may open. */
final class PrivateFiles {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, FOLDER);
  }

  /** Leaves a folder that exists as it is. */
  static void makeMissingFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    }
  }

  /** Makes an empty file if there is none. */
  static void create(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file, FILE);
    }
  }

  /** Whole or not at all, also when the machine stops in between. */
  static void write(Path file, byte[] content) throws IOException {
    Path next = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new", FILE);
    try {
      Files.write(next, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** The user this process runs as. */
  static int uid(Path ownFile) throws IOException {
    return (int) Files.getAttribute(ownFile, "unix:uid");
  }
}
