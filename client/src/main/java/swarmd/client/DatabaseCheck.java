package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import swarmd.home.Home;

/** Lets the daemon's program check the database while no daemon runs. */
record DatabaseCheck(Home home) {
  private static final long LIMIT_SECONDS = 60;

  Optional<String> problem() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(Installation.find().daemon().toString(), "--check")
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true);
    builder.environment().putAll(home.environment());
    Process check = builder.start();
    Watchdog.start(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS), check::destroyForcibly);
    String output =
        new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      return check.waitFor() == 0
          ? Optional.empty()
          : Optional.of(output.isEmpty() ? "the check of the database failed" : output);
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }
}
