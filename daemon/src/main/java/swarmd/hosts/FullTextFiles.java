package swarmd.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.files.Sha256;
import swarmd.time.Time;

/** Keeps the last hundred texts as files in a private folder. */
public final class FullTextFiles implements FullTexts {
  static final int MAX_FILES = 100;

  private static final FileAttribute<?> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Complete files, named by their content, and those that a killed daemon left unfinished. */
  private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}\\.txt|[0-9]+\\.new");

  private final Path folder;
  private final Time time;

  public FullTextFiles(Path folder, Time time) {
    this.folder = folder;
    this.time = time;
  }

  @Override
  public synchronized String keep(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve(Sha256.hex(bytes) + ".txt");
    try {
      Files.createDirectories(folder, PRIVATE_FOLDER);
      if (!Files.exists(file)) {
        write(file, bytes);
      }
      Files.setLastModifiedTime(file, FileTime.fromMillis(time.millis()));
      deleteOldestExcept(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }

  private void write(Path file, byte[] bytes) throws IOException {
    Path next = Files.createTempFile(folder, "", ".new", PRIVATE_FILE);
    Files.write(next, bytes);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Never deletes the file just kept, even if the clock was set back. */
  private void deleteOldestExcept(Path kept) throws IOException {
    List<Path> files =
        ours().stream()
            .filter(file -> !file.equals(kept))
            .sorted(Comparator.comparing(FullTextFiles::lastKept))
            .toList();
    for (Path file : files.subList(0, Math.max(0, files.size() + 1 - MAX_FILES))) {
      Files.deleteIfExists(file);
    }
  }

  /** The number of texts that were last kept before then. */
  public synchronized int countBefore(long millis) {
    return keptBefore(millis).size();
  }

  /** Deletes the texts that were last kept before then; returns their number. */
  public synchronized int forgetBefore(long millis) {
    int forgotten = 0;
    try {
      for (Path file : keptBefore(millis)) {
        if (Files.deleteIfExists(file)) {
          forgotten++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return forgotten;
  }

  private List<Path> keptBefore(long millis) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try {
      return ours().stream().filter(file -> lastKept(file).toMillis() < millis).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Skips other files that a user may have put there. */
  private List<Path> ours() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).toList();
    }
  }

  private static FileTime lastKept(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }
}
