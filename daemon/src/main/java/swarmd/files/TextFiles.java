package swarmd.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import swarmd.time.Time;

/**
 * A cache of parsed text files; each is read again only when it has changed.
 *
 * @param <T> the parsed form of a file
 */
public final class TextFiles<T> {
  private static final int MAX_CACHED = 500;

  private final int maxBytes;
  private final Function<TextFile, T> parser;
  private final Time time;
  private final Map<Key, WatchedFile<Optional<T>>> cache = new ConcurrentHashMap<>();

  /**
   * @param maxBytes how much of a file is read
   */
  public TextFiles(int maxBytes, Function<TextFile, T> parser, Time time) {
    this.maxBytes = maxBytes;
    this.parser = parser;
    this.time = time;
  }

  private record Key(Path folder, Path file) {}

  /**
   * Empty if there is no such text file in the folder. Accesses the disk.
   *
   * @param folder its real path; the file must be inside it
   */
  public Optional<T> of(Path folder, Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    return cache
        .computeIfAbsent(
            new Key(folder, file),
            key ->
                new WatchedFile<>(
                    file, path -> TextFile.read(folder, path, maxBytes).map(parser), time))
        .content();
  }
}
