package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs of this machine. */
final class Jdks {
  private Jdks() {}

  /** By version; the one that runs this if there is no other. */
  static Map<Integer, Path> byVersion() throws IOException {
    Map<Integer, Path> jdks = new TreeMap<>();
    List<Path> found = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    Path usual = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(usual)) {
      try (Stream<Path> folders = Files.list(usual)) {
        folders.filter(jdk -> Files.exists(jdk.resolve("release"))).forEach(found::add);
      }
    }
    for (Path jdk : found) {
      Properties release = new Properties();
      try (var reader = Files.newBufferedReader(jdk.resolve("release"))) {
        release.load(reader);
      }
      String version = release.getProperty("JAVA_VERSION").replace("\"", "");
      jdks.putIfAbsent(Runtime.Version.parse(version).feature(), jdk);
    }
    return jdks;
  }
}
