package swarmd.client;

import java.io.File;
import java.nio.file.Path;
import swarmd.home.Distribution;

/** The directory that holds bin and lib. */
record Installation(Path directory) {
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
    return directory.resolve("bin/swarmd");
  }

  /** The same where an upgrade finds it, for the settings of other programs. */
  Path lastingDaemon() {
    return new Distribution(directory).lasting().resolve("bin/swarmd");
  }

  Path libraries() {
    return directory.resolve("lib");
  }
}
