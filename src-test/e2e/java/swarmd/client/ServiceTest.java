package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

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

  @Test
  void a_dry_run_shows_the_unit_and_the_commands_and_changes_nothing() {
    var result = client.swarm("service", "install", "--dry-run");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains(unit().toString())
        .contains("ExecStart=\"" + client.dist().resolve("bin/swarmd") + "\"")
        .contains("Restart=on-failure")
        .contains("Environment=\"SWARMD_HOME=" + client.home() + "\"")
        .contains("systemctl --user enable --now swarmd.service");
    assertThat(unit()).doesNotExist();
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
    assertThat(result.err())
        .contains("The file is in place")
        .contains("systemctl --user daemon-reload")
        .contains("systemctl --user enable --now swarmd.service");
  }

  @Test
  void the_service_replaces_a_daemon_started_by_hand() throws IOException {
    client.swarm("daemon", "start");
    simulateSystemd(
        "[ \"$2\" = enable ] && { setsid '%s' >/dev/null 2>&1 & } ; true"
            .formatted(client.dist().resolve("bin/swarmd")));

    var result = client.swarm("service", "install");

    assertThat(result.out()).contains("stopped: pid").contains("the service is running");
    assertThat(result.exit()).isZero();
    assertThat(calls()).isEqualTo("--user daemon-reload\n--user enable --now swarmd.service\n");
  }

  @Test
  void uninstall_undoes_install() throws IOException {
    client.swarm("service", "install");
    simulateSystemd("true");

    var result = client.swarm("service", "uninstall");

    assertThat(result.exit()).isZero();
    assertThat(unit()).doesNotExist();
    assertThat(calls()).isEqualTo("--user disable --now swarmd.service\n--user daemon-reload\n");
    assertThat(client.swarm("service", "uninstall").out()).startsWith("not installed");
  }

  @Test
  void any_other_argument_is_a_usage_error() {
    assertThat(client.swarm("service").exit()).isEqualTo(2);
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
