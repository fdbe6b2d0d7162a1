package swarmd.client;

import java.nio.file.Path;
import java.util.List;
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
  List<String> rehearsal(Path workspace) {
    return List.of("-cp", Installation.jar().toString(), ClientRehearsal.class.getName());
  }
}
