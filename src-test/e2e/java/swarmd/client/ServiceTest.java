package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import swarmd.testing.Programs;

/** `swarm service` with systemd, which is missing or simulated by a script. */
@EnabledOnOs(OS.LINUX)
class ServiceTest {
  private final ClientFixture client = ClientFixture.installed().withTools("java");

  @AfterEach
  void close() {
    client.close();
  }

  private Path unit() {
    return client.root().resolve(".config/systemd/user/swarmd.service");
  }

  private Path socketUnit() {
    return client.root().resolve(".config/systemd/user/swarmd.socket");
  }

  @Test
  void a_dry_run_shows_the_unit_and_the_commands_and_changes_nothing() {
    var result = client.swarm("service", "install", "--dry-run");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains(unit().toString())
        .contains("ExecStart=\"" + client.dist().resolve("bin/swarmd") + "\"")
        .contains("Restart=on-failure")
        .contains("Environment=\"SWARMD_HOME=" + client.home() + "\"")
        .contains(socketUnit().toString())
        .contains("ListenStream=" + client.home().resolve("swarmd.sock") + "\n")
        .containsPattern("ListenStream=127\\.0\\.0\\.1:\\d+\n")
        .contains("systemctl --user enable swarmd.service swarmd.socket");
    assertThat(unit()).doesNotExist();
    assertThat(socketUnit()).doesNotExist();
  }

  @Test
  void the_default_home_is_left_out_of_the_unit() {
    client.with("SWARMD_HOME", client.root() + "/.swarmd");

    assertThat(client.swarm("service", "install", "--dry-run").out()).doesNotContain("SWARMD_HOME");
  }

  @Test
  void the_unit_goes_into_the_users_configuration_directory() {
    client.with("XDG_CONFIG_HOME", client.root() + "/xdg");

    assertThat(client.swarm("service", "install", "--dry-run").out())
        .contains(client.root() + "/xdg/systemd/user/swarmd.service");
  }

  @Test
  void without_systemd_the_error_shows_what_to_run_by_hand() {
    var result = client.swarm("service", "install");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(unit()).exists();
    assertThat(socketUnit()).exists();
    assertThat(result.err())
        .contains("The files are in place")
        .contains("systemctl --user daemon-reload")
        .contains("systemctl --user enable swarmd.service swarmd.socket");
  }

  @Test
  void the_service_replaces_a_daemon_started_by_hand() throws IOException {
    client.swarm("daemon", "start");
    simulateSystemd(
        "[ \"$*\" = '--user restart swarmd.service' ] && { setsid '%s' >/dev/null 2>&1 & } ; true"
            .formatted(client.dist().resolve("bin/swarmd")));

    var result = client.swarm("service", "install");

    assertThat(result.out()).contains("stopped: pid").contains("the service is running");
    assertThat(result.exit()).isZero();
    assertThat(calls())
        .isEqualTo(
            """
            --user daemon-reload
            --user enable swarmd.service swarmd.socket
            --user restart swarmd.socket
            --user restart swarmd.service
            """);
  }

  @Test
  void systemd_holds_the_port_that_the_daemon_has_had() throws IOException {
    client.swarm("daemon", "start");
    String access = Files.readString(client.home().resolve("http.json"));
    String port = JsonText.field(access, "port").orElseThrow();

    assertThat(client.swarm("service", "install", "--dry-run").out())
        .contains("ListenStream=127.0.0.1:" + port + "\n");
  }

  @Test
  void systemd_accepts_the_units() throws IOException {
    assumeTrue(Programs.exist("systemd-analyze"), "systemd-analyze is not installed");
    client.swarm("service", "install");

    Programs.Result result =
        Programs.run(
            unit().getParent(),
            Map.of(),
            "systemd-analyze",
            "--man=no",
            "verify",
            unit().toString(),
            socketUnit().toString());

    assertThat(result.err()).doesNotContain("swarmd.service:", "swarmd.socket:");
    assertThat(result.exit()).as(result.err()).isZero();
  }

  @Test
  void a_port_that_systemd_cannot_open_is_explained() throws IOException {
    simulateSystemd("[ \"$2\" != restart ]");

    var result = client.swarm("service", "install");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .contains("did not start")
        .contains("systemctl --user status swarmd.socket swarmd.service")
        .containsPattern("is port \\d+ taken");
  }

  @Test
  void uninstall_undoes_install() throws IOException {
    client.swarm("service", "install");
    simulateSystemd("true");

    var result = client.swarm("service", "uninstall");

    assertThat(result.exit()).isZero();
    assertThat(unit()).doesNotExist();
    assertThat(socketUnit()).doesNotExist();
    assertThat(calls())
        .isEqualTo("--user disable --now swarmd.service swarmd.socket\n--user daemon-reload\n");
    assertThat(client.swarm("service", "uninstall").out()).startsWith("not installed");
  }

  @Test
  void any_other_argument_is_a_usage_error() {
    assertThat(client.swarm("service").out()).startsWith("Usage: swarm service");
    assertThat(client.swarm("service", "remove").exit()).isEqualTo(2);
  }

  private void simulateSystemd(String script) throws IOException {
    Path systemctl = client.tools().resolve("systemctl");
    Files.writeString(
        systemctl, "#!/bin/sh\necho \"$*\" >>'%s'\n%s\n".formatted(callsFile(), script));
    Files.setPosixFilePermissions(systemctl, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path callsFile() {
    return client.root().resolve("calls");
  }

  private String calls() throws IOException {
    return Files.readString(callsFile());
  }
}
