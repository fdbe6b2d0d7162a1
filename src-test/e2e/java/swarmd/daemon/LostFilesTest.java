package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/**
 * A daemon whose files are removed, replaced or damaged says so and ends; the next command and
 * doctor say what happened, and a new daemon goes on from the files that are there.
 */
final class LostFilesTest {
  private static final int PAGE_BYTES = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FILES_LOST = 4;

  private static Programs.Result swarm(RunningDaemon daemon, String... arguments) {
    return daemon.swarm(daemon.project(), arguments);
  }

  private static void add(RunningDaemon daemon, String title) {
    Programs.Result added = swarm(daemon, "task", "add", title);
    assertThat(added.exit()).as(added.err()).isZero();
  }

  private static void shell(RunningDaemon daemon, String script) {
    Programs.Result result = Programs.run(daemon.home().getParent(), Map.of(), "sh", "-ec", script);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private static String pid(RunningDaemon daemon) throws IOException {
    return Files.readString(daemon.home().resolve("swarmd.lock"));
  }

  @Test
  void a_removed_log_is_reported_and_costs_nothing_that_was_acknowledged() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      add(daemon, "one");
      Files.delete(daemon.home().resolve("swarmd.db-wal"));

      Programs.Result refused = swarm(daemon, "task", "add", "two");

      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err())
          .contains("swarmd.db-wal was removed or replaced while swarmd was running")
          .doesNotContain("Exception");
      assertThat(daemon.endsWithin(PATIENCE)).isTrue();
      assertThat(daemon.exitCode()).isEqualTo(FILES_LOST);
      assertThat(swarm(daemon, "doctor").out())
          .containsPattern("warn +last daemon +stopped by itself .*swarmd.db-wal was removed");
      Programs.Result next = swarm(daemon, "task", "list");
      assertThat(next.err()).contains("The last one stopped: ").contains("swarmd.db-wal");
      assertThat(next.out()).contains("one").doesNotContain("two");
      assertThat(swarm(daemon, "doctor").out()).containsPattern("ok +database");
    }
  }

  @Test
  void a_removed_home_ends_its_daemon_and_the_next_command_starts_in_a_new_one()
      throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      add(daemon, "one");
      shell(daemon, "rm -rf h");

      Programs.Result next = swarm(daemon, "task", "add", "two");

      assertThat(next.exit()).as(next.err()).isZero();
      assertThat(next.err()).containsPattern("new, empty home|removed or replaced");
      String newPid = pid(daemon);
      assertThat(newPid).isNotEqualTo("" + daemon.pid());
      assertThat(daemon.endsWithin(PATIENCE)).isTrue();
      assertThat(daemon.exitCode()).isEqualTo(FILES_LOST);
      Programs.Result list = swarm(daemon, "task", "list");
      assertThat(list.out()).contains("two").doesNotContain("one");
      assertThat(pid(daemon)).as("the old daemon's end harmed the new one").isEqualTo(newPid);
      if (!next.err().contains("new, empty home")) { // else it ended without a home to leave a note
        assertThat(swarm(daemon, "doctor").out()).containsPattern("warn +last daemon");
      }
    }
  }

  @Test
  void a_home_restored_under_its_daemon_is_used_as_it_was_saved() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      add(daemon, "one");
      shell(daemon, "cp -a h backup");
      add(daemon, "two");
      shell(daemon, "rm -rf h; mv backup h");

      Programs.Result next = swarm(daemon, "task", "add", "three");

      assertThat(next.exit()).as(next.err()).isZero();
      assertThat(daemon.endsWithin(PATIENCE)).isTrue();
      assertThat(daemon.exitCode()).isEqualTo(FILES_LOST);
      assertThat(swarm(daemon, "doctor").out()).containsPattern("warn +last daemon");
      long pid = Long.parseLong(pid(daemon));
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      eventually().until(() -> ProcessHandle.of(pid).isEmpty());
      assertThat(swarm(daemon, "task", "list").out())
          .contains("one", "three")
          .doesNotContain("two");
    }
  }

  @Test
  void a_removed_socket_is_replaced_by_a_new_daemon() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      add(daemon, "one");
      Files.delete(daemon.socket());

      Programs.Result next = swarm(daemon, "task", "list");

      assertThat(next.exit()).as(next.err()).isZero();
      assertThat(next.out()).contains("one");
      assertThat(next.err()).contains("swarmd.sock was removed or replaced");
      assertThat(daemon.exitCode()).isEqualTo(FILES_LOST);
    }
  }

  @Test
  void overwritten_pages_are_reported_by_every_command_until_a_copy_is_restored()
      throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      for (int i = 0; i < 10; i++) {
        add(daemon, "task number " + i);
      }
      daemon.stop();
      daemon.restart();
      Path database = daemon.home().resolve("swarmd.db");
      byte[] sound = Files.readAllBytes(database);
      byte[] damaged = sound.clone();
      Arrays.fill(damaged, 4096, damaged.length, (byte) 0x5a);
      Files.write(database, damaged);

      Programs.Result status = swarm(daemon, "status");

      assertThat(status.exit()).isEqualTo(1);
      assertThat(status.err()).contains("swarmd.db is damaged").contains("restore a copy");
      assertThat(daemon.endsWithin(PATIENCE)).isTrue();
      assertThat(daemon.exitCode()).isEqualTo(FILES_LOST);
      Programs.Result start = swarm(daemon, "daemon", "start");
      assertThat(start.exit()).isEqualTo(1);
      assertThat(start.err()).contains("swarmd.db is damaged").contains("restore a copy");
      Programs.Result doctor = swarm(daemon, "doctor");
      assertThat(doctor.exit()).isEqualTo(1);
      assertThat(doctor.out()).containsPattern("fail +database .*is damaged");
      Files.write(database, sound);
      assertThat(swarm(daemon, "task", "list").out()).contains("task number 9");
      assertThat(swarm(daemon, "doctor").out()).containsPattern("ok +database");
    }
  }

  @Test
  void damage_that_no_request_meets_is_found_by_doctor() throws IOException, SQLException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      for (int i = 0; i < 10; i++) {
        add(daemon, "task number " + i);
      }
      daemon.stop();
      Path database = daemon.home().resolve("swarmd.db");
      int end = rootPage(database, "message_by_sending") * PAGE_BYTES;
      byte[] bytes = Files.readAllBytes(database);
      Arrays.fill(bytes, end - PAGE_BYTES, end, (byte) 0x5a);
      Files.write(database, bytes);

      assertThat(swarm(daemon, "doctor").out()).containsPattern("fail +database .*is damaged");
      daemon.restart();
      assertThat(swarm(daemon, "doctor").out()).containsPattern("fail +database .*is damaged");
    }
  }

  /** Where an index begins that no start reads. */
  private static int rootPage(Path database, String index) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        PreparedStatement query =
            connection.prepareStatement("SELECT rootpage FROM sqlite_master WHERE name = ?")) {
      query.setString(1, index);
      try (ResultSet row = query.executeQuery()) {
        assertThat(row.next()).isTrue();
        return row.getInt(1);
      }
    }
  }
}
