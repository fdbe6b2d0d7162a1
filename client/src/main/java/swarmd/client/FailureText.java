package swarmd.client;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** An exception in words for a person. */
final class FailureText {
  private FailureText() {}

  static String of(IOException e) {
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return switch (e.getClass().getSimpleName()) {
        case "NoSuchFileException" -> file.getFile() + ": no such file or directory";
        case "AccessDeniedException" -> file.getFile() + ": permission denied";
        case "FileAlreadyExistsException" -> file.getFile() + ": is in the way";
        default -> file.getFile() + ": " + e.getClass().getSimpleName();
      };
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
