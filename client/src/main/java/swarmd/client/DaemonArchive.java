package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.home.Home;

/** The classes that the daemon needs. Halves its start time. */
final class DaemonArchive extends ClassArchive {
  private final Home home;

  DaemonArchive(Home home) {
    super("daemon", home);
    this.home = home;
  }

  /** The copy that the daemon runs from, if it has made one. */
  private Path libraries() {
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
    File[] jars = libraries().toFile().listFiles((folder, name) -> name.endsWith(".jar"));
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

  /** Makes the copy that the daemon's next start would make; without one, it uses no archive. */
  @Override
  Optional<String> jars() throws IOException, InterruptedException {
    ProcessBuilder copy =
        new ProcessBuilder(Installation.find().daemon().toString(), "--copy-libraries");
    copy.environment().put("SWARMD_HOME", home.directory().toString());
    copy.start().waitFor();
    return Optional.of(libraries())
        .filter(folder -> !folder.equals(installed()))
        .map(folder -> folder.getFileName().toString());
  }

  /** By the launcher, so that Java has the options that it will use the archive with. */
  @Override
  ProcessBuilder rehearsal(Path workspace, List<String> options) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Installation.find().daemon().toString(), "--rehearse", workspace.toString());
    Map<String, String> environment = builder.environment();
    withoutSettings(environment);
    environment.put("SWARMD_HOME", home.directory().toString()); // its copy of the jars
    environment.put("SWARMD_JAVA_OPTS", String.join(" ", options));
    environment.put("JAVA_HOME", javaHome());
    return builder;
  }
}
