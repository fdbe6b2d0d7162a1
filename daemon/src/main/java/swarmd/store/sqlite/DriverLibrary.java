package swarmd.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Where the SQLite driver finds its library. By itself, it unpacks it from its jar at every start,
 * which takes as long as opening the database. So it is kept next to the jars, if these are the
 * daemon's own copy; swarmd's own Java runtime comes with it.
 */
public final class DriverLibrary {
  private static final Logger log = LoggerFactory.getLogger(DriverLibrary.class);
  private static final String UNPACKED = "org.sqlite.lib.path";
  private static final String DRIVER_FOLDER = "org.sqlite.tmpdir";

  private final Path library;
  private final Path driverFolder;

  /**
   * @param jars the folder that the daemon runs from
   * @param driverFolder an existing folder where the driver unpacks its library if it has to. It
   *     cannot remove it after a kill -9, so that the temporary folder would fill up; here the next
   *     daemon does.
   */
  public DriverLibrary(Path jars, Path driverFolder) {
    this.library = jars.resolve(LibraryLoaderUtil.getNativeLibName());
    this.driverFolder = driverFolder;
  }

  /** Only the home's lock holder may call it: what is there belongs to nobody any more. */
  public void use() throws IOException {
    if (System.getProperty(DRIVER_FOLDER) != null) {
      return;
    }
    for (Path leftover : filesIn(driverFolder)) {
      Files.delete(leftover);
    }
    System.setProperty(DRIVER_FOLDER, driverFolder.toString());
    if (Files.exists(library)) {
      System.setProperty(UNPACKED, library.getParent().toString());
    }
  }

  /** Unpacks the library for the next start. */
  public void keep() {
    String packed = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + library.getFileName();
    try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(packed)) {
      if (in != null && !Files.exists(library)) {
        Path unfinished = driverFolder.resolve("unfinished");
        Files.copy(in, unfinished, StandardCopyOption.REPLACE_EXISTING);
        flush(unfinished);
        Files.move(unfinished, library, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      log.debug("The driver has to unpack its library again at the next start", e);
    }
  }

  /** A JVM crashes on a library that was cut off by a power failure. */
  private static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
