package swarmd.testing;

import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A folder for one daemon, near the root because socket paths are limited. */
public final class TestHome implements AutoCloseable {
  private static final Set<TestHome> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(TestHome::close)));
  }

  private final Path root;
  private volatile Runnable beforeDelete = () -> {};

  private TestHome(Path root) {
    this.root = root;
  }

  public static TestHome create() {
    return createIn(Path.of("/tmp"));
  }

  static TestHome createIn(Path parent) {
    try {
      TestHome home = new TestHome(Files.createTempDirectory(parent, "sw-"));
      OPEN.add(home);
      Files.createDirectory(home.project());
      Files.createDirectory(home.temporary());
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends processes that use the folder before it is deleted, even if the tests are interrupted. */
  void beforeDelete(Runnable action) {
    beforeDelete = action;
  }

  public Path root() {
    return root;
  }

  /** For SWARMD_HOME; the daemon creates it. */
  public Path directory() {
    return root.resolve("h");
  }

  /** A project directory. */
  public Path project() {
    return root.resolve("p");
  }

  /** A daemon that is killed leaves its unpacked libraries here. */
  Path temporary() {
    return root.resolve("t");
  }

  @Override
  public void close() {
    beforeDelete.run();
    if (!isDeleted()) {
      eventually().until(this::isDeleted);
    }
    OPEN.remove(this);
  }

  /** Files that an ending process still writes are deleted in the next attempt. */
  private boolean isDeleted() {
    try (Stream<Path> files = Files.walk(root)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      return !Files.exists(root);
    }
    return !Files.exists(root);
  }
}
