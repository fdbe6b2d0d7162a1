package swarmd.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import swarmd.store.Store;
import swarmd.swarm.TestDatabase;
import swarmd.testing.QuickDisk;

/** A SQLite database in a temporary folder, which is deleted in the end. */
public final class SqliteFile implements TestDatabase {
  private final Path folder;
  private final List<SqliteStore> open = new ArrayList<>();

  public SqliteFile() {
    try {
      folder = Files.createTempDirectory(QuickDisk.folder(), "swarmd-store");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return folder.resolve("swarmd.db");
  }

  @Override
  public SqliteStore open() {
    SqliteStore store = SqliteStore.open(path());
    open.add(store);
    return store;
  }

  @Override
  public void close(Store store) {
    open.stream().filter(opened -> opened == store).forEach(SqliteStore::close);
    open.removeIf(opened -> opened == store);
  }

  @Override
  public void close() {
    try {
      open.forEach(SqliteStore::close);
    } finally {
      deleteTree(folder);
    }
  }

  static void deleteTree(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
