package swarmd.daemon;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.files.FileStamp;
import swarmd.home.Home;

/**
 * The installed jars as they were when this daemon started. It runs from its own copy of them, so
 * that replacing them changes nothing until the next start.
 */
final class InstalledJars {
  private static final Logger log = LoggerFactory.getLogger(InstalledJars.class);

  private final Path folder;
  private final Map<String, Version> atStart;

  private record Version(FileTime modified, long size) {}

  private InstalledJars(Path folder) {
    this.folder = folder;
    atStart = versions(folder);
  }

  /** Those of the installation that started this process; none if a test did. */
  static InstalledJars find() {
    return in(Path.of(System.getProperty("swarmd.dist", "/nowhere"), "lib"));
  }

  static InstalledJars in(Path folder) {
    return new InstalledJars(folder);
  }

  /** Whether the next daemon would be another one. */
  boolean haveChanged() {
    Map<String, Version> now = versions(folder);
    return !now.isEmpty() && !now.equals(atStart);
  }

  private static Map<String, Version> versions(Path folder) {
    Map<String, Version> versions = new TreeMap<>();
    try {
      for (Path jar : filesIn(folder)) {
        if (jar.toString().endsWith(".jar")) {
          FileStamp.of(jar)
              .ifPresent(
                  found ->
                      versions.put(
                          jar.getFileName().toString(),
                          new Version(found.modified(), found.size())));
        }
      }
    } catch (IOException e) {
      log.debug("{} cannot be read", folder, e);
    }
    return versions;
  }

  /** Deletes the copies that earlier builds ran from. Only the holder of the home's lock may. */
  static void deleteOldCopies(Home home) {
    try {
      Path own = ownFolder();
      for (Path copy : filesIn(home.libraries())) {
        if (Files.isDirectory(copy) && !Files.isSameFile(copy, own)) {
          delete(copy);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      log.debug("Old copies of the jars are left in {}", home.libraries(), e);
    }
  }

  /** The folder that this process runs from. A class from an archive does not know its jar. */
  static Path ownFolder() {
    String classPath = System.getProperty("java.class.path");
    return Path.of(classPath.split(File.pathSeparator, 2)[0]).toAbsolutePath().getParent();
  }

  /** Whether this process runs from a copy, which is its own. */
  static boolean areCopiedTo(Home home) throws IOException {
    Path copies = ownFolder().getParent();
    return Files.isDirectory(copies)
        && Files.isDirectory(home.libraries())
        && Files.isSameFile(copies, home.libraries());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
