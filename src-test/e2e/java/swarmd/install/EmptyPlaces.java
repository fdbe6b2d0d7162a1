package swarmd.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;

/** An installer between an empty home of a user and an empty project. */
abstract class EmptyPlaces {
  @TempDir protected Path folder;
  protected Path user;
  protected Path project;
  protected Installer installer;

  @BeforeEach
  final void prepare() throws IOException {
    Path home = Files.createDirectory(folder.resolve("h"));
    user = Files.createDirectory(folder.resolve("u"));
    project = Files.createDirectory(folder.resolve("p"));
    Files.writeString(
        home.resolve("http.json"), "{\"port\":4711,\"hook_token\":\"t\",\"port_held\":false}");
    installer =
        new Installer(new Home(home, home.resolve("swarmd.sock")), "1.2.3", HostCatalogue.STANDARD);
  }

  protected SettingsPlace place(HostProfile host, Scope scope) {
    return SettingsPlace.of(host, scope, name -> "", user, project);
  }

  /** Every file and folder below the user's home and the project, with its text. */
  protected Map<String, String> everything() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path root : List.of(user, project)) {
      try (Stream<Path> files = Files.walk(root)) {
        files.forEach(file -> found.put(file.toString(), text(file)));
      }
    }
    return found;
  }

  protected static String text(Path file) {
    try {
      return Files.isDirectory(file) ? "" : Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
