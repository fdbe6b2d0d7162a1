package swarmd.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole output of tasks' checks: a file for each attempt to complete a task. */
public final class CheckLogs {
  private static final Logger log = LoggerFactory.getLogger(CheckLogs.class);

  /** The oldest files are deleted. */
  static final int MAX_FILES = 100;

  /** A longer output is cut here; the result has its end. */
  static final int MAX_CHARACTERS = 8 << 20;

  private static final String ENDING = ".log";

  private final Path folder;

  public CheckLogs(Path folder) {
    this.folder = folder;
  }

  /** A new file. Blocks. */
  CheckLog open(long task, long at) {
    Path file = folder.resolve("task-%d-%d%s".formatted(task, at, ENDING));
    for (int number = 2; Files.exists(file); number++) { // two in a millisecond
      file = folder.resolve("task-%d-%d-%d%s".formatted(task, at, number, ENDING));
    }
    try {
      Files.createDirectories(folder);
      deleteOldest();
      return new CheckLog(file, Optional.of(Files.newBufferedWriter(file)));
    } catch (IOException | UncheckedIOException e) {
      log.warn("The output of checks is not kept in {}: {}", file, e.toString());
      return new CheckLog(file, Optional.empty());
    }
  }

  private void deleteOldest() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(file -> file.getFileName().toString().endsWith(ENDING))
              .sorted(Comparator.comparing(CheckLogs::modified).reversed())
              .skip(MAX_FILES - 1)
              .toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  private static long modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException gone) {
      return 0;
    }
  }

  /** One file. Never fails a check: a full disk only costs the output. */
  static final class CheckLog implements AutoCloseable {
    private final Path file;
    private Optional<Writer> writer;
    private long written;

    private CheckLog(Path file, Optional<? extends Writer> writer) {
      this.file = file;
      this.writer = writer.map(each -> each);
    }

    Path file() {
      return file;
    }

    synchronized void add(String text) {
      if (writer.isEmpty() || written > MAX_CHARACTERS) {
        return;
      }
      written += text.length();
      try {
        writer.get().write(text);
        if (written > MAX_CHARACTERS) {
          writer.get().write("\n[the rest is left out]\n");
        }
        writer.get().flush();
      } catch (IOException e) {
        log.warn("The output of a check is cut in {}: {}", file, e.toString());
        close();
      }
    }

    @Override
    public synchronized void close() {
      try {
        if (writer.isPresent()) {
          writer.get().close();
        }
      } catch (IOException e) {
        log.warn("The output of a check is cut in {}: {}", file, e.toString());
      } finally {
        writer = Optional.empty();
      }
    }
  }
}
