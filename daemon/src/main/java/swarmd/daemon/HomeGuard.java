package swarmd.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.files.FileStamp;
import swarmd.home.Home;
import swarmd.store.sqlite.SqliteStore;
import swarmd.time.Time;

/**
 * Notices when the home was removed, replaced or restored under the running daemon. Such a daemon
 * has to end: nobody finds it any more, and a new one takes its place.
 */
final class HomeGuard implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HomeGuard.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final Home home;
  private final SqliteStore store;
  private final Executor background;
  private final Time time;
  private final Map<Path, FileStamp> ownFiles = new LinkedHashMap<>();
  private volatile boolean closed;

  /** For a daemon that holds its lock and listens on its socket. */
  HomeGuard(Home home, SqliteStore store, Executor background, Time time) throws IOException {
    this.home = home;
    this.store = store;
    this.background = background;
    this.time = time;
    for (Path file : new Path[] {home.lock(), home.socket()}) {
      FileStamp own =
          FileStamp.of(file)
              .orElseThrow(() -> new IOException(file + " disappeared while swarmd was starting"));
      ownFiles.put(file, own);
    }
    store.lost().thenAccept(this::leaveReason);
  }

  /** Checks every few seconds from now on. */
  void start() {
    time.after(INTERVAL, this::ring);
  }

  private void ring() {
    if (closed) {
      return;
    }
    try {
      background.execute(this::checkAll); // a file system may hang
    } catch (RejectedExecutionException e) {
      log.debug("The background threads are busy; the next check comes anyway");
    }
    time.after(INTERVAL, this::ring);
  }

  private void checkAll() {
    check();
    store.checkFiles();
  }

  private void check() {
    for (Map.Entry<Path, FileStamp> own : ownFiles.entrySet()) {
      if (!own.getValue().isStillAt(own.getKey())) {
        store.lose(own.getKey() + " was removed or replaced while swarmd was running");
      }
    }
  }

  /** The log may be gone together with the home, so the reason goes where the next client looks. */
  private void leaveReason(String reason) {
    log.warn("swarmd ends: {}", reason);
    if (!Files.isDirectory(home.directory())) {
      return;
    }
    try {
      Files.createDirectories(home.lastEnd().getParent());
      PrivateFiles.write(home.lastEnd(), reason.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      log.debug("The reason could not be left in the home", e);
    }
  }

  /** Looks once more: what follows must not touch the files of another daemon. */
  @Override
  public void close() {
    closed = true;
    check();
  }
}
