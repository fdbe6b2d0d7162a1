package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import swarmd.home.Home;

/**
 * The sessions that had modes or leases when the daemon stopped, which the daemon lists as it
 * stops.
 */
record OpenSessions(Home home) {

  /** Without a list the daemon did not stop in order, and any session may have left something. */
  boolean mayContain(String session) throws IOException {
    if (!Files.exists(home.database())) {
      return false;
    }
    return !Files.exists(home.openSessions())
        || Files.readAllLines(home.openSessions()).contains(session);
  }
}
