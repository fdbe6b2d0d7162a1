package swarmd.install;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.home.Distribution;
import swarmd.home.Home;

/** Shell commands that send a hook event to this daemon. */
record ClientProgram(Path installation, Path java, Home home) {
  /** The flags that bin/swarm uses for hooks. */
  private static final List<String> FLAGS =
      List.of("-Xlog:disable", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xint");

  static ClientProgram ofThisProcess(Home home) throws InstallRefused {
    String installation = System.getProperty("swarmd.dist", "");
    Path directory = Path.of(installation).toAbsolutePath().normalize();
    if (installation.isEmpty() || !Files.isExecutable(directory.resolve("bin/swarm"))) {
      throw new InstallRefused(
          "the daemon cannot find bin/swarm; restart it with: bin/swarm daemon restart");
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path lasting = new Distribution(directory).lasting();
    return new ClientProgram(
        lasting,
        java.startsWith(directory) ? lasting.resolve(directory.relativize(java)) : java,
        home);
  }

  boolean isOfABuild() {
    return new Distribution(installation).isOfABuild();
  }

  Path launcherFile() {
    return installation.resolve("bin/swarm");
  }

  String launcher() {
    return environment() + quoted(launcherFile()) + " hook";
  }

  String jar() {
    return environment()
        + Stream.of(
                Stream.of(quoted(java), quoted(archive())),
                FLAGS.stream(),
                Stream.of(quoted("-Dswarmd.dist=" + installation), "-cp"),
                Stream.of(quoted(installation.resolve("lib/swarm-client.jar"))),
                Stream.of("swarmd.client.Main", "hook"))
            .flatMap(words -> words)
            .collect(Collectors.joining(" "));
  }

  private String archive() {
    Path shipped = new Distribution(installation).shippedArchive("client");
    return Files.exists(shipped)
        ? "-XX:AOTCache=" + shipped
        : "-XX:SharedArchiveFile=" + home.cache().resolve("client.jsa");
  }

  /** A host's environment need not have the variables that lead to this home. */
  private String environment() {
    return home.environment().entrySet().stream()
        .map(ClientProgram::assignment)
        .collect(Collectors.joining());
  }

  private static String assignment(Map.Entry<String, String> variable) {
    return variable.getKey() + "=" + quoted(variable.getValue()) + " ";
  }

  private static String quoted(Object word) {
    return "'" + word.toString().replace("'", "'\\''") + "'";
  }
}
