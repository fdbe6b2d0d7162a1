package swarmd.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another daemon has the home. */
public final class AlreadyRunning extends Exception {
  private static final long serialVersionUID = 1;

  AlreadyRunning(String pid) {
    super("swarmd is already running, pid " + pid + "; see: swarm status");
  }

  static String pidIn(Path lock) {
    try {
      return Files.readString(lock).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
