package swarmd.usage;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Describes an exception in plain words. */
public final class FailureText {
  private FailureText() {}

  public static String of(IOException e) {
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return switch (e.getClass().getSimpleName()) {
        case "NoSuchFileException" -> file.getFile() + ": no such file or directory";
        case "AccessDeniedException" -> file.getFile() + ": permission denied";
        case "FileAlreadyExistsException" -> file.getFile() + ": already exists";
        default -> file.getFile() + ": " + e.getClass().getSimpleName();
      };
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
