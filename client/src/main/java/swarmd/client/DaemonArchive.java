package swarmd.client;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import swarmd.home.Home;

/** The classes that the daemon needs. Halves its start time. */
final class DaemonArchive extends ClassArchive {
  private final Path libraries = Installation.find().libraries();

  DaemonArchive(Home home) {
    super("daemon", home);
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
    String classPath = libraries + File.separator + "*";
    return List.of("-Xmx256m", "-cp", classPath, DaemonRehearsal.class.getName());
  }
}
