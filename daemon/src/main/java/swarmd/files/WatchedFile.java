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
 * @param <T> what the content is turned into
 */
public final class WatchedFile<T> {
  /**
   * A file that changes twice within a tick of the file system's clock looks the same. So a version
   * is read on every look until it has been known for longer than any such tick.
   */
  static final Duration UNSETTLED = Duration.ofSeconds(2);

  private final Path path;
  private final Function<Path, T> reading;
  private final Time time;
  private Optional<Version> version = Optional.empty();
  private Optional<T> content = Optional.empty();
  private long firstSeen;
  private boolean settled;

  public WatchedFile(Path path, Function<Path, T> reading, Time time) {
    this.path = path;
    this.reading = reading;
    this.time = time;
  }

  /** Looks at the file, and reads it only if it may have changed. */
  public synchronized T content() {
    Optional<Version> found = Version.of(path);
    boolean changed = content.isEmpty() || !found.equals(version);
    if (changed) {
      version = found;
      firstSeen = time.monotonicMillis();
    }
    if (changed || !settled) {
      settled = found.isEmpty() || time.monotonicMillis() - firstSeen > UNSETTLED.toMillis();
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
