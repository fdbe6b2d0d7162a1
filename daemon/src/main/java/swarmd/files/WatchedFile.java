package swarmd.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is in a file, read again when the file has changed.
 *
 * @param <T> what is made of it
 */
public final class WatchedFile<T> {
  /** A file that changes twice within a tick of the file system's clock looks the same. */
  private static final long UNSETTLED_MS = 2_000;

  private final Path path;
  private final Function<Path, T> reading;
  private Optional<Version> version = Optional.empty();
  private Optional<T> content = Optional.empty();
  private boolean settled;

  public WatchedFile(Path path, Function<Path, T> reading) {
    this.path = path;
    this.reading = reading;
  }

  /** Looks at the file, and reads it only if it is another than before. */
  public synchronized T content() {
    Optional<Version> now = Version.of(path);
    if (content.isEmpty() || !settled || !now.equals(version)) {
      settled =
          now.map(found -> System.currentTimeMillis() - found.modified.toMillis() > UNSETTLED_MS)
              .orElse(true);
      version = now;
      content = Optional.of(reading.apply(path));
    }
    return content.get();
  }

  private record Version(FileTime modified, long size, Optional<Object> key) {
    static Optional<Version> of(Path path) {
      try {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        return Optional.of(
            new Version(
                found.lastModifiedTime(), found.size(), Optional.ofNullable(found.fileKey())));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
