package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import swarmd.home.Home;

/** The classes that the daemon needs. Halves its start time. */
final class DaemonArchive extends ClassArchive {
  private final Path libraries;

  DaemonArchive(Home home) {
    super("daemon", home);
    libraries = librariesOf(home);
  }

  /** The copy that the daemon runs from, if it has made one. */
  private static Path librariesOf(Home home) {
    try {
      String build = Files.readString(home.libraries().resolve("current")).strip();
      Path copy = home.libraries().resolve(build.matches("[0-9-]+") ? build : "none");
      return Files.isDirectory(copy) ? copy : installed();
    } catch (IOException e) {
      return installed();
    }
  }

  private static Path installed() {
    return Installation.find().libraries();
  }

  @Override
  String origin() {
    File[] jars = libraries.toFile().listFiles();
    if (jars == null) {
      return "";
    }
    Arrays.sort(jars);
    StringBuilder origin = new StringBuilder(javaVersion());
    for (File jar : jars) {
      origin.append(versionOf(jar));
    }
    return origin.toString();
  }

  @Override
  List<String> rehearsal(Path workspace) {
    return List.of(
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED", // or Java 25 would use less of the archive
        "-cp",
        libraries.resolve("swarmd.jar").toString(),
        DaemonRehearsal.class.getName());
  }
}
