package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** A daemon that cannot start explains why and what to do, and changes nothing. */
final class RefusedStartTest {
  @Test
  void a_socket_path_that_is_too_long_names_the_setting_that_helps() {
    String path = "/tmp/" + "long/".repeat(30) + "s";
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of("SWARMD_SOCKET", path))) {
      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("too long").contains("Set SWARMD_SOCKET to");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SWARMD_LEASE_MS, soon",
    "SWARMD_HTTP_PORT, -1",
    "SWARMD_HTTP_PORT, 65536",
    "SWARMD_REQUEST_TIMEOUT_MS, 1.5",
    "SWARMD_PROFILE, laptop",
  })
  void an_invalid_setting_is_named_with_its_value(String variable, String value) {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of(variable, value))) {
      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains(variable).contains(value);
      assertThat(result.err()).doesNotContain("Exception", "\tat ");
    }
  }

  @Test
  void a_misspelt_option_for_java_is_named() {
    Map<String, String> misspelt = Map.of("SWARMD_JAVA_OPTS", "-XX:+UseSerialGCC");
    try (RunningDaemon daemon = RunningDaemon.notStarted(misspelt)) {
      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("Unrecognized VM option 'UseSerialGCC'");
    }
  }

  @Test
  void a_broken_settings_file_is_named() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      Files.createDirectories(daemon.home());
      Files.writeString(daemon.home().resolve("settings.json"), "{\"settings\": oops");

      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("settings.json is not valid JSON");
    }
  }

  @Test
  void a_database_of_a_newer_version_is_left_unchanged() throws IOException, SQLException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      daemon.stop();
      Path database = daemon.home().resolve("swarmd.db");
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
          Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA user_version = 1000");
      }
      byte[] before = Files.readAllBytes(database);

      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("schema version 1000").contains("Install the newer swarmd");
      assertThat(Files.readAllBytes(database)).isEqualTo(before);
      assertThat(daemon.socket()).doesNotExist();
    }
  }

  @Test
  void a_file_that_is_not_a_database_is_left_unchanged() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      Path database = Files.createDirectories(daemon.home()).resolve("swarmd.db");
      Files.writeString(database, "my diary\n".repeat(1_000));

      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("no SQLite database").contains("Move it away");
      assertThat(database).hasContent("my diary\n".repeat(1_000).stripTrailing());
    }
  }

  @Test
  void a_file_that_is_not_a_socket_is_never_deleted() throws IOException {
    Path folder = Files.createTempDirectory(Path.of("/tmp"), "sw-");
    Path file = Files.createFile(folder.resolve("notes.txt"));
    try (RunningDaemon daemon =
        RunningDaemon.notStarted(Map.of("SWARMD_SOCKET", file.toString()))) {
      Programs.Result result = daemon.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains(file.toString()).contains("SWARMD_SOCKET");
      assertThat(file).exists();
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  @Test
  void the_socket_of_a_daemon_with_another_home_is_not_taken_from_it() {
    try (RunningDaemon first = RunningDaemon.start();
        RunningDaemon second =
            RunningDaemon.notStarted(Map.of("SWARMD_SOCKET", first.socket().toString()))) {
      Programs.Result result = second.runToEnd();

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("SWARMD_SOCKET");
      assertThat(first.api().get("/v1/status").at("/daemon/pid").asLong()).isEqualTo(first.pid());
    }
  }
}
