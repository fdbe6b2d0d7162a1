package swarmd.userhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.swarm.Answers;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

/** A hook on permission requests that does not answer lets nothing be approved. */
class PermissionGuardTest extends InProcessTest {
  private static final String APPROVING =
      "{\"type\":\"command\",\"command\":\"echo '{\\\"decision\\\":\\\"allow\\\"}'\"}";

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private void write(Path file, String settings) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, settings);
    daemon.time().advance(Duration.ofSeconds(2)); // changes take effect after a second
  }

  private Path userFile() {
    return daemon.socket().getParent().resolve("settings.json");
  }

  private Path projectFile() {
    return daemon.project().resolve(".swarmd/settings.json");
  }

  private static String guards(String... hooks) {
    return "{\"hooks\":{\"PermissionRequest\":[{\"name\":\"guard\",\"hooks\":[%s]}]}}"
        .formatted(String.join(",", hooks));
  }

  private static String command(String line) {
    return Api.object().put("type", "command").put("command", line).toString();
  }

  private ObjectNode request() {
    ObjectNode request = session.payload("PermissionRequest").put("tool_name", "Bash");
    request.putObject("tool_input").put("command", "ls");
    return request;
  }

  private JsonNode fromClaude() {
    return session.send(request());
  }

  private JsonNode fromAnotherHost() {
    return Api.json(
        api.http()
            .send(
                "POST",
                "/v1/hooks/permission-request",
                Map.of("Swarm-Host", "generic"),
                request().put("tool_name", "Bash").toString().getBytes(UTF_8))
            .text());
  }

  private static void assertApproved(JsonNode answer) {
    assertThat(answer.at("/hookSpecificOutput/decision/behavior").asText())
        .as(answer.toString())
        .isEqualTo("allow");
  }

  /** The host asks its person, who reads why. */
  private static void assertLeftToHost(JsonNode answer, String reason) {
    assertThat(answer.has("hookSpecificOutput")).as(answer.toString()).isFalse();
    assertThat(answer.path("systemMessage").asText()).contains(reason);
  }

  private static void assertDenied(JsonNode answer, String reason) {
    assertThat(answer.path("continue").asBoolean(true)).as(answer.toString()).isFalse();
    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("reason").asText()).contains(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 1",
        "exit 124",
        "kill -9 $$",
        "no-such-program",
        "echo '{\"decision\":\"deny\"'",
        "echo '{\"decision\":\"denied\"}'",
        "echo '{\"decision\":\"deny\",\"decision\":\"allow\"}'",
        "echo '{\"hookSpecificOutput\":{\"decision\":{}}}'",
        "echo checking; echo '{\"decision\":\"deny\"}'",
        "echo '[\"deny\"]'",
        "echo '{\"hookSpecificOutput\":\"deny\"}'",
        "echo '{\"continue\":\"false\"}'"
      })
  void a_guard_that_fails_withdraws_every_approval(String line) throws IOException {
    assertApproved(fromClaude());
    write(userFile(), guards(command(line)));

    assertLeftToHost(fromClaude(), "hook guard");
    assertDenied(fromAnotherHost(), "hook guard");
  }

  @Test
  void of_two_decisions_in_one_answer_the_stricter_counts() throws IOException {
    write(
        userFile(),
        guards(
            command(
                "echo '{\"decision\":\"deny\",\"reason\":\"no\","
                    + "\"hookSpecificOutput\":{\"decision\":{\"behavior\":\"allow\"}}}'")));

    assertThat(fromClaude().at("/hookSpecificOutput/decision/behavior").asText()).isEqualTo("deny");
  }

  @Test
  void a_guard_that_is_late_withdraws_every_approval() throws IOException {
    write(
        userFile(), guards(command("touch here; until [ -e go ]; do sleep 0.01; done; exec true")));
    try (UnixHttp other = daemon.connect()) {
      HostSession waiting = new HostSession(other, daemon.project(), "mine");
      CompletableFuture<JsonNode> answer =
          CompletableFuture.supplyAsync(() -> waiting.send(request()));
      eventually()
          .until(
              () ->
                  Files.exists(daemon.project().resolve("here"))
                      && daemon.time().isDueIn(Duration.ofMillis(7_700)));
      daemon.time().advance(Duration.ofMillis(7_700));

      assertLeftToHost(Answers.await(answer), "timed out");
    } finally {
      Files.createFile(daemon.project().resolve("go"));
    }
  }

  @Test
  void a_guard_that_cannot_be_reached_withdraws_every_approval() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    write(
        userFile(), guards("{\"type\":\"http\",\"url\":\"http://127.0.0.1:%d/\"}".formatted(port)));

    assertLeftToHost(fromClaude(), "cannot connect");
    assertDenied(fromAnotherHost(), "cannot connect");
  }

  @Test
  void a_guard_whose_class_is_missing_withdraws_every_approval() throws IOException {
    write(userFile(), guards("{\"type\":\"java\",\"class\":\"org.example.Guard\"}"));

    assertLeftToHost(fromClaude(), "no plugin contains the class");
  }

  @ParameterizedTest
  @CsvSource({"failureBehavior, exit 1", "timeoutBehavior, exit 124"})
  void a_guards_own_setting_wins(String setting, String line) throws IOException {
    ObjectNode hook = Api.object().put("type", "command").put("command", line);

    write(userFile(), guards(hook.put(setting, "ignore").toString()));
    assertApproved(fromClaude());
    write(userFile(), guards(hook.put(setting, "deny").toString()));
    assertThat(fromClaude().at("/hookSpecificOutput/decision/behavior").asText()).isEqualTo("deny");
  }

  @Test
  void a_setting_for_all_hooks_can_be_stricter_but_not_milder() throws IOException {
    String all =
        "{\"hooks\":{\"failureBehavior\":\"%s\",\"PermissionRequest\":[{\"hooks\":[%s]}]}}";

    write(userFile(), all.formatted("ignore", command("exit 1")));
    assertLeftToHost(fromClaude(), "exit code 1");
    write(userFile(), all.formatted("deny", command("exit 1")));
    assertThat(fromClaude().at("/hookSpecificOutput/decision/behavior").asText()).isEqualTo("deny");
  }

  @Test
  void a_later_guard_can_still_deny_after_one_that_failed() throws IOException {
    write(userFile(), guards(command("exit 1"), command("echo no >&2; exit 2")));

    JsonNode answer = fromClaude();

    assertThat(answer.at("/hookSpecificOutput/decision/behavior").asText()).isEqualTo("deny");
    assertThat(answer.at("/hookSpecificOutput/decision/message").asText()).isEqualTo("no");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "kill -9 $$", "echo '{\"decision\":\"denied\"}'"})
  void an_approval_does_not_stand_if_a_later_guard_fails(String line) throws IOException {
    write(userFile(), guards(APPROVING, command(line)));

    assertLeftToHost(fromClaude(), "approves nothing");
    assertThat(fromAnotherHost().path("decision").asText()).isEqualTo("deny");
  }

  @Test
  void a_later_hooks_approval_does_not_outweigh_a_guard_that_failed() throws IOException {
    write(userFile(), guards(command("exit 1"), APPROVING));

    assertLeftToHost(fromClaude(), "exit code 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"hooks\":{,}}",
        "{\"hooks\":[]}",
        "{\"hooks\":{\"PermissionRequest\":{}}}",
        "{\"hooks\":{\"PermissionRequest\":[{\"hooks\":[{\"type\":\"comand\",\"command\":\"x\"}]}]}}",
        "{\"hooks\":{\"PermissionRequest\":[{\"matcher\":\"(\",\"hooks\":[]}]}}"
      })
  void a_guard_that_cannot_be_read_withdraws_every_approval(String settings) throws IOException {
    write(userFile(), settings);

    assertLeftToHost(fromClaude(), "cannot be read");
    assertDenied(fromAnotherHost(), "cannot be read");
    assertThat(ok(swarm.run("hooks", "status")).out()).contains("no permission is approved");
    assertThat(swarm.run("hooks", "test", "PermissionRequest", "--tool", "Bash").err())
        .contains("nothing is approved: a hook in");
  }

  @Test
  void a_broken_hook_for_another_event_withdraws_nothing() throws IOException {
    write(userFile(), "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"comand\"}]}]}}");

    assertApproved(fromClaude());
  }

  @Test
  void a_trusted_guard_that_was_changed_or_removed_withdraws_every_approval() throws IOException {
    write(projectFile(), guards(command("true")));
    assertApproved(fromClaude()); // a project that was never trusted has no say
    trust();
    assertApproved(fromClaude());

    write(projectFile(), "{\"hooks\":{\"Stop\":[{\"hooks\":[%s]}]}}".formatted(command("true")));
    assertLeftToHost(fromClaude(), "have changed");
    Files.delete(projectFile());
    daemon.time().advance(Duration.ofSeconds(2));
    assertLeftToHost(fromClaude(), "are gone");

    ok(swarm.run("hooks", "untrust"));
    assertApproved(fromClaude());
  }

  @Test
  void trusted_hooks_that_judged_no_permissions_are_not_missed() throws IOException {
    write(projectFile(), "{\"hooks\":{\"Stop\":[{\"hooks\":[%s]}]}}".formatted(command("true")));
    trust();
    Files.delete(projectFile());
    daemon.time().advance(Duration.ofSeconds(2));

    assertApproved(fromClaude());
  }

  @Test
  void an_unreadable_list_of_trusted_projects_withdraws_every_approval() throws IOException {
    write(daemon.socket().getParent().resolve("trust.json"), "{");

    assertLeftToHost(fromClaude(), "trust.json");
  }

  @Test
  void a_plugin_that_cannot_be_loaded_withdraws_every_approval() throws IOException {
    Path plugins = Files.createDirectories(daemon.socket().resolveSibling("plugins"));
    Files.writeString(plugins.resolve("guard.jar"), "not a jar");
    daemon.restart();
    try (UnixHttp http = daemon.connect()) {
      assertLeftToHost(
          new HostSession(http, daemon.project(), "mine").send(request()),
          "the plugin guard.jar could not be loaded");
    }
  }

  private void trust() {
    String hash =
        Api.json(ok(swarm.run("hooks", "status", "--json")).out()).findValue("sha256").asText();
    ok(swarm.run("hooks", "trust", "--hash", hash));
  }
}
