package swarmd.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import swarmd.home.Home;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeQueries;
import swarmd.store.Store;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;

/**
 * Lists, while no daemon runs, the sessions that have modes or leases: only their end is worth
 * starting a daemon for.
 */
final class OpenSessionList {
  private static final long PATIENCE_SECONDS = 2;

  private OpenSessionList() {}

  static void write(Store store, Home home) throws Exception {
    List<String> sessions =
        store
            .read(
                snapshot ->
                    Stream.concat(
                            snapshot
                                .get(ModeQueries.class)
                                .list(Optional.empty(), Optional.empty())
                                .stream()
                                .map(ActiveMode::session),
                            snapshot
                                .get(TaskQueries.class)
                                .claimed(Optional.empty(), Integer.MAX_VALUE)
                                .stream()
                                .map(Task::session)
                                .flatMap(Optional::stream))
                        .distinct()
                        .toList())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    PrivateFiles.write(
        home.openSessions(), String.join("\n", sessions).getBytes(StandardCharsets.UTF_8));
  }

  static void delete(Home home) throws IOException {
    Files.deleteIfExists(home.openSessions());
  }
}
