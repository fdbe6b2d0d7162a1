package swarmd.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A private temporary folder, deleted with its contents on close. */
record ScratchFolder(Path path) implements AutoCloseable {

  static ScratchFolder create() {
    try {
      return new ScratchFolder(Files.createTempDirectory("swarm-demo-").toRealPath());
    } catch (IOException e) {
      throw new DemoFailed("cannot create a scratch folder: " + e.getMessage(), e);
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
