package swarmd.worktrees;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out whether a process is in a folder, which would be removed under its feet. */
final class FolderUse {
  private static final Path PROCESSES = Path.of("/proc");

  private FolderUse() {}

  /** Always false where the system does not tell. Reads the disk. */
  static boolean isUsed(Path folder) {
    if (!Files.isDirectory(PROCESSES)) {
      return false;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (isIn(process, folder)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException e) {
      return false;
    }
  }

  private static boolean isIn(Path process, Path folder) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder);
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }
}
