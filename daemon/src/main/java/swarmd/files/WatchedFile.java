package swarmd.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import swarmd.time.Time;

/**
 * A file's content, read again when the file has changed.
 *
 * @param <T> the parsed form of the content
 */
public final class WatchedFile<T> {
  /**
   * Two changes within one tick of the file system's clock look the same. So a version is read
   * again on every call until it is older than any such tick.
   */
  static final Duration SETTLING_TIME = Duration.ofSeconds(2);

  private final Path path;
  private final Function<Path, T> reader;
  private final Time time;
  private Optional<Version> version = Optional.empty();
  private Optional<T> content = Optional.empty();
  private long firstSeen;
  private boolean settled;

  public WatchedFile(Path path, Function<Path, T> reader, Time time) {
    this.path = path;
    this.reader = reader;
    this.time = time;
  }

  /** Checks the file, and reads it only if it may have changed. */
  public synchronized T content() {
    Optional<Version> found = Version.of(path);
    boolean changed = content.isEmpty() || !found.equals(version);
    if (changed) {
      version = found;
      firstSeen = time.monotonicMillis();
    }
    if (changed || !settled) {
      settled = found.isEmpty() || time.monotonicMillis() - firstSeen > SETTLING_TIME.toMillis();
      content = Optional.of(reader.apply(path));
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
