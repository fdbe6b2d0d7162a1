package swarmd.client;

import java.io.File;
import java.nio.file.Path;

/** The directory that holds bin and lib. */
record Installation(Path directory) {
  private static final boolean WINDOWS = File.separatorChar == '\\';

  /** Given by the launcher; otherwise the directory above this jar's. */
  static Installation find() {
    String directory = System.getProperty("swarmd.dist");
    return new Installation(
        directory != null
            ? Path.of(directory).toAbsolutePath().normalize()
            : jar().toAbsolutePath().normalize().resolve("../..").normalize());
  }

  static Path jar() {
    String classPath = System.getProperty("java.class.path");
    int end = classPath.indexOf(File.pathSeparatorChar);
    return Path.of(end < 0 ? classPath : classPath.substring(0, end));
  }

  Path daemon() {
    return directory.resolve("bin").resolve(WINDOWS ? "swarmd.cmd" : "swarmd");
  }

  Path libraries() {
    return directory.resolve("lib");
  }

  static boolean onWindows() {
    return WINDOWS;
  }
}
