package swarmd.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that only its owner may enter, and that goes with everything in it. */
record ScratchFolder(Path path) implements AutoCloseable {

  static ScratchFolder make() {
    try {
      return new ScratchFolder(Files.createTempDirectory("swarm-demo-").toRealPath());
    } catch (IOException e) {
      throw new ShowFailed("there is no place for a scratch folder: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the scratch folder " + path + " could not be deleted", e);
    }
  }
}
