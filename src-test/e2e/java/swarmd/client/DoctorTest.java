package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** `swarm doctor` names each problem together with its remedy. */
class DoctorTest {
  private final ClientFixture client = ClientFixture.installed();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void a_home_that_does_not_exist_yet_is_no_problem() throws IOException {
    Files.delete(client.home());

    var result = client.swarm("doctor");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .containsPattern("ok +java +\\d+")
        .containsPattern("ok +home .*does not exist yet")
        .containsPattern("ok +daemon +is not running");
    assertThat(client.home()).doesNotExist();
  }

  @Test
  void a_running_daemon_has_no_problems() {
    client.swarm("daemon", "start");

    var result = client.swarm("doctor");

    assertThat(result.out())
        .containsPattern("ok +daemon +version \\S+, pid \\d+")
        .containsPattern("ok +socket .*rw-------")
        .containsPattern("ok +http.json .*rw-------")
        .containsPattern("ok +database ")
        .doesNotContainPattern("(?m)^fail");
    assertThat(result.exit()).isZero();
  }

  @Test
  void a_home_that_others_can_read_fails_and_shows_the_chmod_command() throws IOException {
    Files.setPosixFilePermissions(client.home(), PosixFilePermissions.fromString("rwxr-xr-x"));

    var result = client.swarm("doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("fail +home .*rwxr-xr-x")
        .contains("-> run: chmod go= " + client.home());
  }

  @Test
  void a_home_that_is_a_file_fails() throws IOException {
    Files.delete(client.home());
    Files.createFile(client.home());

    var result = client.swarm("doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("is not a directory").contains("set SWARMD_HOME");
  }

  @Test
  void a_socket_that_a_dead_daemon_left_is_harmless() {
    StandInDaemon.thatAnswers(client.socket(), 200, "{}").close();

    assertThat(client.swarm("doctor").out())
        .containsPattern("ok +daemon +is not running; the next start removes");
  }

  @Test
  void a_daemon_of_another_version_should_be_restarted() {
    String status = "{\"daemon\":{\"pid\":1,\"version\":\"0.0.1\"}}";
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, status)) {
      assertThat(client.swarm("doctor").out())
          .containsPattern("warn +daemon +version 0.0.1, pid 1")
          .contains("-> run: swarm daemon restart");
      assertThat(daemon.requests()).isNotEmpty();
    }
  }

  @Test
  void without_curl_doctor_warns_about_slower_hooks() {
    var result = client.withoutCurl().swarm("doctor");

    assertThat(result.out()).containsPattern("warn +curl .*not found").contains("install curl");
    assertThat(result.exit()).isZero();
  }

  @Test
  void a_socket_path_that_is_too_long_fails() {
    client.with("SWARMD_SOCKET", "/tmp/" + "long".repeat(30));

    var result = client.swarm("doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).containsPattern("fail +socket path").contains("Set SWARMD_SOCKET");
  }

  @Test
  void settings_that_keep_the_daemon_from_starting_fail() throws IOException {
    Path settings = client.home().resolve("settings.json");
    Files.writeString(settings, "{\"settings\": {\n  lease.ms: 5}}");

    var broken = client.swarm("doctor");

    assertThat(broken.exit()).isEqualTo(1);
    assertThat(broken.out())
        .containsPattern("fail +settings +" + settings + " is not valid JSON, line 2, column 3")
        .contains("-> fix or remove it: the daemon cannot start with it");

    Files.write(settings, new byte[] {'{', (byte) 0xff});
    assertThat(client.swarm("doctor").out()).containsPattern("fail +settings .*is not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "\ufeff{\"settings\": {}}"})
  void settings_that_the_daemon_accepts_are_fine(String text) throws IOException {
    Files.writeString(client.home().resolve("settings.json"), text);

    assertThat(client.swarm("daemon", "start").exit()).isZero();
    assertThat(client.swarm("doctor").out()).containsPattern("ok +settings ");
  }

  @Test
  void the_reason_of_a_failed_start_is_shown_until_a_start_succeeds() throws IOException {
    Path settings = client.home().resolve("settings.json");
    Files.writeString(settings, "{\"settings\": {\"lease.ms\": \"soon\"}}");
    client.swarmWithInput("{\"hook_event_name\":\"Stop\"}", "hook");

    var failed = client.swarm("doctor");

    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out())
        .containsPattern("fail +daemon +is not running; the last start failed")
        .contains("SWARMD_LEASE_MS must be a number, not 'soon'")
        .contains("-> fix that, then run: swarm daemon start");

    Files.delete(settings);
    client.swarm("daemon", "start");
    client.swarm("daemon", "stop");
    assertThat(client.swarm("doctor").out()).containsPattern("ok +daemon +is not running");
  }

  @Test
  void json_output_lists_the_findings() {
    var result = client.swarm("doctor", "--json");

    assertThat(result.out())
        .startsWith("{\"ok\":true,\"findings\":[{\"level\":\"ok\",\"subject\":\"java\"");
    assertThat(client.swarm("doctor", "--jsno").exit()).isEqualTo(2);
  }

  @Test
  void only_terminals_get_colours() {
    assertThat(client.swarm("doctor").out()).doesNotContain("\033[");
    assertThat(client.with("SWARM_TTY", "1").swarm("doctor").out()).contains("\033[32mok");
    assertThat(client.with("NO_COLOR", "1").swarm("doctor").out()).doesNotContain("\033[");
    client.with("CLICOLOR_FORCE", "1");
    assertThat(client.with("NO_COLOR", "0").swarm("doctor").out()).doesNotContain("\033[");
  }
}
