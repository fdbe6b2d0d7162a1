package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

/** A binding is stored in the end, even if the database is unavailable at first. */
class StoredBindingTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final SettableTime time = new SettableTime();
  private final RetriedWrites writes = new RetriedWrites(store, time);
  private final Sessions sessions =
      new Sessions(
          store,
          writes,
          new ProjectCache(folder -> Runnable::run, time),
          pid -> Optional.of("1"),
          Runnable::run,
          time);

  @AfterEach
  void close() {
    file.close();
  }

  private boolean stored() {
    return Answers.await(
        store.read(snapshot -> snapshot.get(BindingQueries.class).find("s1").isPresent()));
  }

  @Test
  void a_binding_made_while_the_database_is_locked_is_stored_and_its_process_watched()
      throws SQLException {
    AtomicInteger watched = new AtomicInteger();
    sessions.onNewProcess(watched::incrementAndGet);
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");
      Answers.await(
          sessions.locate(
              new Arrival(
                  "s1",
                  "claude",
                  Optional.of("/p"),
                  Arrival.Start.NEW,
                  Optional.of(new HostProcess(7, "1")),
                  false,
                  Set.of(),
                  false,
                  Optional.empty())));
      eventually().until(() -> writes.pending() == 1);
      assertThat(watched).hasValue(0);
      lock.execute("ROLLBACK");
    }

    time.advance(Duration.ofSeconds(1));

    eventually().until(() -> stored() && watched.get() == 1);
  }
}
