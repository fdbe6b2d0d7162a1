package swarmd.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Makes an unpacked archive the next version: its jars say so, and therefore differ from those
 * installed before, as they would if it had been built.
 */
public final class NextVersion {
  public static final String NUMBER = "9.9.9";

  private NextVersion() {}

  public static void make(Path unpacked) {
    try (Stream<Path> files = Files.list(unpacked.resolve("lib"))) {
      Files.writeString(unpacked.resolve("VERSION"), NUMBER + "\n");
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
          Path version = content.getPath("swarmd/home/version.txt");
          if (Files.exists(version)) {
            Files.writeString(version, NUMBER);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
