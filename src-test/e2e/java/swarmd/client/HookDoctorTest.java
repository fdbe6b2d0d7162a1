package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** `swarm doctor` finds problems with the hooks in hosts' settings and shows how to fix them. */
class HookDoctorTest {
  private final ClientFixture client = ClientFixture.installed();
  private final Path claude = client.root().resolve(".claude/settings.json");

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void without_hooks_doctor_shows_how_to_install_them() {
    var result = client.swarm("doctor");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .containsPattern(
            "ok +hooks +not installed in any host; to see which you have: swarm install");
  }

  @Test
  void installed_hooks_have_no_problems_even_when_the_daemon_has_stopped() {
    client.swarm("install", "claude");
    client.swarm("install", "gemini");
    client.swarm("daemon", "stop");

    var result = client.swarm("doctor");

    assertThat(result.out())
        .containsPattern("ok +claude hooks +" + claude + " \\(launcher\\)")
        .containsPattern("ok +gemini hooks .*settings.json \\(launcher\\)");
    assertThat(result.exit()).isZero();
  }

  @Test
  void hooks_that_a_host_runs_twice_are_found_by_doctor_and_by_the_second_install() {
    client.swarm("install", "claude", "--user");
    client.swarm("install", "gemini", "--user");
    var second = client.swarm("install", "claude", "--local");
    client.swarm("daemon", "stop");

    var result = client.swarm("doctor");

    assertThat(second.err())
        .contains(claude + " has the hooks too, so each event arrives twice")
        .contains("swarm uninstall claude --user");
    assertThat(result.out())
        .containsPattern("claude hooks +are in " + claude + " and in .*: each event is sent twice")
        .contains("swarm uninstall claude --local")
        .doesNotContainPattern("gemini hooks +are in");
  }

  @Test
  void a_wrong_port_or_token_is_found_without_showing_the_token() throws IOException {
    client.swarm("install", "claude", "--via", "http");
    client.swarm("daemon", "stop");
    String access = Files.readString(client.home().resolve("http.json"));
    String token = JsonText.field(access, "hook_token").orElseThrow();
    String port = JsonText.field(access, "port").orElseThrow();
    Files.writeString(client.home().resolve("http.json"), access.replace(token, "f".repeat(32)));

    var result = client.swarm("doctor");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains(claude + ": the token does not match the daemon's")
        .contains("-> run: swarm install claude --user --via http\n")
        .doesNotContain(token, "f".repeat(32));

    Files.writeString(client.home().resolve("http.json"), access.replace(port, "1"));
    assertThat(client.swarm("doctor").out())
        .contains("the hooks point to port " + port + ", but the daemon's is 1");

    client.swarm("install", "claude", "--via", "http");
    assertThat(client.swarm("doctor").exit()).isZero();
  }

  @Test
  void hooks_by_http_are_a_warning_unless_systemd_holds_the_port() throws IOException {
    client.swarm("install", "claude", "--via", "http");
    client.swarm("daemon", "stop");

    var result = client.swarm("doctor");
    assertThat(result.out())
        .containsPattern("warn +claude hooks +" + claude + " sends events by http")
        .contains("run: swarm install claude --user --via launcher")
        .contains("swarm service install");
    assertThat(result.exit()).isZero();

    Path access = client.home().resolve("http.json");
    Files.writeString(
        access, Files.readString(access).replace("\"port_held\":false", "\"port_held\":true"));
    assertThat(client.swarm("doctor").out())
        .containsPattern("ok +claude hooks +" + claude + " \\(http\\)");
  }

  @Test
  void missing_events_and_another_installation_are_found() throws IOException {
    client.swarm("install", "claude", "--via", "launcher");
    client.swarm("daemon", "stop");
    String settings = Files.readString(claude);
    String launcher = client.launcherPath().toString();
    Files.writeString(claude, settings.replace("\"Stop\"", "\"Stopped\""));

    assertThat(client.swarm("doctor").out())
        .contains(claude + ": no hook for Stop\n")
        .contains("-> run: swarm install claude --user\n");

    Files.writeString(claude, settings.replace(launcher, "/gone/bin/swarm"));
    assertThat(client.swarm("doctor").out())
        .contains(claude + ": /gone/bin/swarm does not exist\n");

    Path other = Files.createDirectories(client.root().resolve("o/bin")).resolve("swarm");
    Files.createFile(other);
    Files.writeString(claude, settings.replace(launcher, other.toString()));
    assertThat(client.swarm("doctor").out())
        .contains("the hooks point to another installation, " + other);
  }

  @Test
  void a_missing_jar_is_found_in_another_project() throws IOException {
    Path project = Files.createDirectories(client.root().resolve("p/.git")).getParent();
    client.run(
        "",
        List.of(
            "sh",
            "-c",
            "cd p && exec '" + client.launcherPath() + "' install gemini --project --via jar"));
    client.swarm("daemon", "stop");
    Path file = project.resolve(".gemini/settings.json");
    Files.writeString(
        file, Files.readString(file).replace("/lib/swarm-client.jar", "/gone/swarm-client.jar"));

    assertThat(client.swarm("doctor").out())
        .contains("gone/swarm-client.jar does not exist\n")
        .contains("-> run: cd " + project + " && swarm install gemini --project --via jar\n");
  }

  @Test
  void settings_that_keep_hooks_from_running_are_found() throws IOException {
    client.swarm("install", "claude", "--via", "http");
    client.swarm("daemon", "stop");
    Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rw-r--r--"));
    String settings = Files.readString(claude);
    Files.writeString(
        claude,
        settings.replaceFirst(
            "\"hooks\": \\{", "\"disableAllHooks\": true, \"hooks\": {\"X\": [{}],"));

    assertThat(client.swarm("doctor").out())
        .contains("hooks.X[0] has no array of hooks")
        .contains("disableAllHooks is true")
        .contains("contains the token and is accessible to others")
        .contains("-> run: chmod go= " + claude);

    Files.writeString(claude, "{\n  nonsense\n}");
    assertThat(client.swarm("doctor").out()).contains(claude + " is not valid JSON, line 2");

    Files.writeString(claude, "{}");
    assertThat(client.swarm("doctor").out())
        .contains("were installed in " + claude + ", but are gone")
        .contains("or to remove the record: run: swarm uninstall claude --user");
  }

  @Test
  void a_host_that_waits_less_than_the_hook_timeout_is_found() throws IOException {
    client.swarm("install", "claude");
    client.swarm("install", "gemini");
    client.swarm("daemon", "stop");
    Files.writeString(
        client.home().resolve("settings.json"),
        "\ufeff{\"settings\": {\"hook.timeout.ms\": 60000}}");

    assertThat(client.swarm("doctor").out())
        .containsPattern("claude hooks .*the host waits 8 s for hooks that may take 60 s")
        .containsPattern("gemini hooks .*the host waits 8 s for hooks that may take 60 s");

    client.swarm("install", "claude");
    client.swarm("install", "gemini");
    client.swarm("daemon", "stop");
    assertThat(client.swarm("doctor").exit()).isZero();
  }

  @Test
  void a_client_that_waits_less_than_the_hook_timeout_is_found() {
    client.with("SWARMD_HOOK_TIMEOUT_MS", "15000");
    client.swarm("install", "gemini");
    client.swarm("daemon", "stop");
    assertThat(client.swarm("doctor").exit()).isZero();

    client.with("SWARMD_HOOK_TIMEOUT_MS", "20000");
    assertThat(client.swarm("doctor").out())
        .containsPattern("gemini hooks .*swarm hook waits 15 s for hooks that may take 20 s");
  }

  @Test
  void hooks_of_another_version_should_be_installed_again() throws IOException {
    client.swarm("install", "claude");
    client.swarm("daemon", "stop");
    Path installs = client.home().resolve("installs.json");
    Files.writeString(
        installs,
        Files.readString(installs)
            .replaceFirst("\"version\" : \"[^\"]*\"", "\"version\" : \"0.0.1\""));

    assertThat(client.swarm("doctor").out())
        .containsPattern("warn +claude hooks .*installed by version 0.0.1, this is ");
  }
}
