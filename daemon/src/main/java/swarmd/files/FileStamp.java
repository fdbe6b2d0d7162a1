package swarmd.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;

/**
 * Which file is at a path, and when it was last written.
 *
 * @param key device and inode; null where the system has none
 */
public record FileStamp(Object key, FileTime modified, long size) {

  /** Empty if there is no such file. */
  public static Optional<FileStamp> of(Path path) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(new FileStamp(found.fileKey(), found.lastModifiedTime(), found.size()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    }
  }

  /** Not a copy, nor another file that has taken its place. */
  public boolean isSameFileAs(FileStamp other) {
    return Objects.equals(key, other.key);
  }

  /** Whether the path still leads to this file. If that cannot be found out, it counts as true. */
  public boolean isStillAt(Path path) {
    try {
      return of(path).filter(this::isSameFileAs).isPresent();
    } catch (IOException e) {
      return true;
    }
  }
}
