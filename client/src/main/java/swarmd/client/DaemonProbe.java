package swarmd.client;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import swarmd.home.Home;

/** The daemon of this home, as it reports itself. */
record DaemonProbe(long pid, String version) {
  private static final long TIMEOUT_MILLIS = 5_000;

  /** Empty if no daemon answers on the socket. */
  static Optional<DaemonProbe> query(Home home) {
    try (Exchange exchange = Exchange.connect(home.socket()).within(TIMEOUT_MILLIS)) {
      exchange.get("/v1/status");
      String json = new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
      Optional<String> pid = JsonText.field(json, "pid");
      return exchange.status() == 200 && pid.isPresent()
          ? Optional.of(
              new DaemonProbe(
                  Long.parseLong(pid.get()), JsonText.field(json, "version").orElse("unknown")))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a process holds the home's lock, as a daemon does from start to end. Checking means
   * taking the lock for a moment, which could disturb a daemon that is starting; so the check is
   * skipped if the last holder is gone.
   */
  static boolean holdsLock(Home home) throws IOException {
    if (!Files.exists(home.lock())) {
      return false;
    }
    Optional<Long> pid = pidInLock(home);
    if (pid.isPresent() && ProcessHandle.of(pid.get()).isEmpty()) {
      return false;
    }
    try (FileChannel file = FileChannel.open(home.lock(), StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      return lock == null;
    }
  }

  /** The pid in the daemon's lock file; meaningless unless the lock is held. */
  static Optional<Long> pidInLock(Home home) throws IOException {
    try {
      return Optional.of(Long.parseLong(Files.readString(home.lock()).trim()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
