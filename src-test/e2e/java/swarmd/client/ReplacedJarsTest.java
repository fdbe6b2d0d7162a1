package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replacing the installed files under a running daemon harms nothing. */
class ReplacedJarsTest {
  private final ClientFixture client = ClientFixture.withOwnInstallation();

  @AfterEach
  void close() {
    client.close();
  }

  private List<Path> daemonJars() throws IOException {
    try (Stream<Path> files = Files.list(client.dist().resolve("lib"))) {
      return files.filter(file -> !file.endsWith("swarm-client.jar")).toList();
    }
  }

  private void event(String name, String more) {
    var answer =
        client.swarmWithInput(
            "{\"session_id\":\"s1\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\"%s}"
                .formatted(client.root(), name, more),
            "hook");
    assertThat(answer.out()).as(name).startsWith("{");
  }

  private String stop() {
    return client
        .swarmWithInput(
            "{\"session_id\":\"s1\",\"cwd\":\"%s\",\"hook_event_name\":\"Stop\"}"
                .formatted(client.root()),
            "hook")
        .out();
  }

  private void assertWorks(String... command) {
    var result = client.swarm(command);
    assertThat(result.exit()).as(String.join(" ", command) + result.err()).isZero();
    assertThat(result.err()).doesNotContain("swarmd failed", "NoClassDefFound");
  }

  private void useEverything() {
    client.with("SWARM_HOST", "claude").with("SWARM_SESSION", "s1");
    assertWorks("task", "add", "one");
    assertWorks("task", "claim", "--agent", "ann");
    assertWorks("task", "list");
    assertWorks("task", "show", "1");
    assertWorks("status");
    assertWorks("status", "--json");
    assertWorks("events", "-n", "3");
    assertWorks("hooks", "list");
    assertWorks("hooks", "status");
    assertWorks("settings");
    assertWorks("note", "add", "remember this");
    assertWorks("completion", "bash");
    assertWorks("install", "claude", "--dry-run");
    assertWorks("uninstall", "claude", "--dry-run");
    assertWorks("demo", "--fast");
    event("UserPromptSubmit", ",\"prompt\":\"hello\"");
    event("PreToolUse", ",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}");
    event("PostToolUse", ",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}");
    event("PermissionRequest", ",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}");
    event("SubagentStart", ",\"agent_id\":\"a1\",\"agent_type\":\"x\"");
    event("SubagentStop", ",\"agent_id\":\"a1\",\"agent_type\":\"x\"");
    event("PreCompact", ",\"trigger\":\"auto\"");
    event("Notification", ",\"message\":\"hello\"");
    event("UserPromptSubmit", ",\"prompt\":\"ultrawork, write the parser\"");
    assertThat(stop()).contains("\"decision\":\"block\"");
    assertWorks("mode", "list");
    assertWorks("cancel");
  }

  @Test
  void a_daemon_whose_jars_were_overwritten_keeps_working_and_reports_that_a_restart_is_due()
      throws IOException {
    assertThat(client.swarm("daemon", "start").exit()).isZero();
    Path saved = Files.createDirectory(client.root().resolve("saved"));
    for (Path jar : daemonJars()) {
      Files.copy(jar, saved.resolve(jar.getFileName()));
      Files.writeString(jar, "garbage"); // into the same file, as a build does
    }

    useEverything();

    assertThat(client.swarm("status").out())
        .containsPattern("another version of swarmd is installed +swarm daemon restart");
    assertThat(client.swarm("daemon", "status").out()).contains("swarm daemon restart");
    assertThat(client.swarm("doctor").out())
        .containsPattern("warn +daemon .*the installed files were replaced since it started");

    for (Path jar : daemonJars()) {
      Files.write(jar, Files.readAllBytes(saved.resolve(jar.getFileName())));
    }
    var restarted = client.swarm("daemon", "restart");
    assertThat(restarted.exit()).as(restarted.err()).isZero();
    assertThat(client.swarm("status").out()).doesNotContain("another version");
    assertThat(client.swarm("task", "list").out()).contains("one");
  }

  @Test
  void a_daemon_whose_jars_were_deleted_keeps_working() throws IOException {
    assertThat(client.swarm("daemon", "start").exit()).isZero();
    for (Path jar : daemonJars()) {
      Files.delete(jar);
    }

    useEverything();
  }

  @Test
  void a_restart_runs_the_new_jars_and_deletes_the_old_copies() throws IOException {
    assertThat(client.swarm("daemon", "start").exit()).isZero();
    Path copies = client.home().resolve("lib");
    String first = Files.readString(copies.resolve("current")).strip();
    Files.copy(
        client.dist().resolve("lib/swarmd-plugin-api.jar"),
        client.dist().resolve("lib/another.jar"));

    assertThat(client.swarm("daemon", "restart").exit()).isZero();

    String second = Files.readString(copies.resolve("current")).strip();
    assertThat(second).isNotEqualTo(first);
    assertThat(copies.resolve(second)).isDirectoryContaining("glob:**/another.jar");
    eventually().until(() -> !Files.exists(copies.resolve(first)));
  }
}
