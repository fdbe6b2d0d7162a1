package swarmd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.home.Home;

/** The classes that a hook and a command need. */
final class ClientArchive extends ClassArchive {
  ClientArchive(Home home) {
    super("client", home);
  }

  @Override
  String origin() {
    return javaVersion() + versionOf(Installation.jar().toFile());
  }

  @Override
  Optional<String> jars() throws IOException, InterruptedException {
    Process cksum = new ProcessBuilder("cksum").redirectInput(Installation.jar().toFile()).start();
    String sum = new String(cksum.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    return cksum.waitFor() == 0 ? Optional.of(sum.strip()) : Optional.empty();
  }

  @Override
  ProcessBuilder rehearsal(Path workspace, List<String> options) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(options);
    command.addAll(List.of("-XX:+UseSerialGC", "-Dswarmd.home=" + workspace));
    command.add("-Dswarmd.socket=" + socketIn(workspace));
    command.addAll(List.of("-cp", Installation.jar().toString(), ClientRehearsal.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command);
    withoutSettings(builder.environment());
    return builder;
  }
}
