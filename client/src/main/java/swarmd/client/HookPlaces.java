package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;

/** Settings files that may contain our hooks: those that hosts read here, and recorded installs. */
final class HookPlaces {
  private HookPlaces() {}

  /** Maps each place to the version that installed the hooks there; empty if not recorded. */
  static Map<SettingsPlace, String> all(Home home) throws IOException {
    Map<SettingsPlace, String> places = new LinkedHashMap<>();
    Path project = project(Path.of(System.getProperty("user.dir")));
    for (HostProfile host : HostCatalogue.STANDARD.installable()) {
      for (Scope scope : Scope.values()) {
        if (scope != Scope.LOCAL || host.settings().orElseThrow().localScope()) {
          places.put(
              SettingsPlace.of(host, scope, System::getenv, Path.of(Home.user()), project), "");
        }
      }
    }
    recorded(home.installs()).forEach(places::put);
    List<SettingsPlace> seen = new ArrayList<>();
    places.keySet().removeIf(place -> containsFile(seen, place) || !seen.add(place));
    return places;
  }

  /** In the home folder, the project's settings file is the user's. */
  private static boolean containsFile(List<SettingsPlace> seen, SettingsPlace place) {
    return seen.stream().anyMatch(other -> other.file().equals(place.file()));
  }

  private static Map<SettingsPlace, String> recorded(Path file) throws IOException {
    Map<SettingsPlace, String> places = new LinkedHashMap<>();
    if (Files.exists(file)) {
      try {
        Value installs = JsonReader.readFile(file, false);
        for (Value install : installs.get("installs").map(Value::elements).orElse(List.of())) {
          places.put(
              new SettingsPlace(
                  HostCatalogue.STANDARD
                      .find(text(install, "host"))
                      .orElseThrow(IllegalArgumentException::new),
                  Scope.valueOf(text(install, "scope").toUpperCase(Locale.ROOT)),
                  Path.of(text(install, "file"))),
              text(install, "version"));
        }
      } catch (MalformedJson | IllegalArgumentException e) {
        return places; // the next install writes a new file
      }
    }
    return places;
  }

  private static String text(Value object, String name) {
    return object.get(name).flatMap(Value::text).orElse("");
  }

  private static Path project(Path directory) {
    for (Path path = directory; path != null; path = path.getParent()) {
      if (Files.exists(path.resolve(".git"))) {
        return path;
      }
    }
    return directory;
  }
}
