package swarmd.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import swarmd.time.Time;

/**
 * What is made of text files, each read again only when it has changed.
 *
 * @param <T> what is made of one
 */
public final class TextFiles<T> {
  private static final int KEPT = 500;

  private final int maxBytes;
  private final Function<TextFile, T> reading;
  private final Time time;
  private final Map<Key, WatchedFile<Optional<T>>> known = new ConcurrentHashMap<>();

  /**
   * @param maxBytes how much is read of one
   */
  public TextFiles(int maxBytes, Function<TextFile, T> reading, Time time) {
    this.maxBytes = maxBytes;
    this.reading = reading;
    this.time = time;
  }

  private record Key(Path folder, Path file) {}

  /**
   * Empty if there is no such text in the folder. Looks at the disk.
   *
   * @param folder its real path; the file may not lead out of it
   */
  public Optional<T> of(Path folder, Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    if (known.size() >= KEPT) {
      known.clear();
    }
    return known
        .computeIfAbsent(
            new Key(folder, file),
            key ->
                new WatchedFile<>(
                    file, path -> TextFile.read(folder, path, maxBytes).map(reading), time))
        .content();
  }
}
