package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SessionRepository;
import swarmd.store.RetriedWrites;
import swarmd.store.Transaction;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.testing.SettableTime;

/** Writes are stored in the end, even if the database is unavailable at first. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class RetriedWritesTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final SettableTime time = new SettableTime();
  private final RetriedWrites writes = new RetriedWrites(store, time);

  @AfterEach
  void close() {
    file.close();
  }

  private boolean stored() {
    return Answers.await(
        store.read(snapshot -> snapshot.get(SessionQueries.class).find("/p", "s").isPresent()));
  }

  @Test
  void a_write_to_a_locked_database_is_retried_until_it_succeeds() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");

      writes.submit(
          transaction -> transaction.get(SessionRepository.class).seen("/p", "s", "claude", 1));

      eventually().until(() -> writes.pending() == 1);
      assertThat(stored()).isFalse();
      lock.execute("ROLLBACK");
    }
    time.advance(Duration.ofSeconds(1));

    eventually().until(this::stored);
    assertThat(writes.pending()).isZero();
  }

  @Test
  void a_write_submitted_now_is_stored_when_its_future_completes() {
    assertThat(Answers.await(writes.submitNow(RetriedWritesTest::see))).isTrue();

    assertThat(stored()).isTrue();
  }

  @Test
  void a_write_submitted_now_to_a_locked_database_is_retried() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");

      assertThat(Answers.await(writes.submitNow(RetriedWritesTest::see))).isFalse();

      lock.execute("ROLLBACK");
    }
    time.advance(Duration.ofSeconds(1));

    eventually().until(this::stored);
  }

  private static void see(Transaction transaction) {
    transaction.get(SessionRepository.class).seen("/p", "s", "claude", 1);
  }

  @Test
  void a_write_with_a_bug_is_dropped_and_affects_no_other() {
    writes.submit(
        transaction -> {
          throw new IllegalStateException("a bug");
        });
    writes.submit(
        transaction -> transaction.get(SessionRepository.class).seen("/p", "s", "claude", 1));

    eventually().until(this::stored);
    assertThat(writes.pending()).isZero();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void an_event_that_waits_for_the_database_keeps_no_payload_in_memory() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");
      WeakReference<Object> payload = recorded(new HashMap<>(Map.of("tool_response", "a file")));

      eventually().until(() -> writes.pending() == 1);
      eventually()
          .until(
              () -> {
                System.gc();
                return payload.get() == null;
              });
      lock.execute("ROLLBACK");
    }
  }

  private WeakReference<Object> recorded(Map<String, Object> payload) {
    HookEvent event =
        new HookEvent(
            HostProfiles.CLAUDE,
            "PostToolUse",
            EventKind.AFTER_TOOL,
            Optional.of("s"),
            Optional.empty(),
            Optional.of("/p"),
            Optional.of("/p"),
            Set.of(),
            payload);
    HookRecord record =
        new HookRecord(
            1,
            event.project(),
            event.session(),
            event.agent(),
            event.host().id(),
            event.label(),
            Optional.empty(),
            Optional.empty(),
            1,
            Optional.empty(),
            Optional.empty());
    new HookRecorder(
            writes,
            new LeaseRenewal(SessionLeases.local(new TaskRules(() -> "token"))),
            new LivingSessions(),
            100)
        .answered(event, HookResult.NOTHING, record);
    return new WeakReference<>(payload);
  }
}
