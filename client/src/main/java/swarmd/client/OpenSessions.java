package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import swarmd.home.Home;

/**
 * The sessions that had modes or leases when the daemon stopped; it writes the list as it stops.
 */
record OpenSessions(Home home) {

  /** No list means that the daemon crashed, and any session may have left something behind. */
  boolean mayContain(String session) throws IOException {
    if (!Files.exists(home.database())) {
      return false;
    }
    return !Files.exists(home.openSessions())
        || Files.readAllLines(home.openSessions()).contains(session);
  }
}
