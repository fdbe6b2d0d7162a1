package swarmd.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the SQLite driver unpacks its library. It cannot remove it after a kill -9, so that the
 * temporary folder would fill up; in the home the next daemon does.
 */
final class NativeLibraries {
  private static final String DRIVER_PROPERTY = "org.sqlite.tmpdir";

  private NativeLibraries() {}

  /** Only the home's lock holder may call it: what is there belongs to nobody any more. */
  static void keepIn(Path folder) throws IOException {
    if (System.getProperty(DRIVER_PROPERTY) != null) {
      return;
    }
    PrivateFiles.makeFolder(folder);
    for (Path leftover : filesIn(folder)) {
      Files.delete(leftover);
    }
    System.setProperty(DRIVER_PROPERTY, folder.toString());
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
