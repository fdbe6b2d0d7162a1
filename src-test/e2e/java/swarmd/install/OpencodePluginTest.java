package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** Our plugin for OpenCode, called as OpenCode calls it. Needs node. */
final class OpencodePluginTest {
  private static final Path RESOURCES =
      Path.of(System.getProperty("swarmd.repository"), "src-test/support/resources");
  private static final String SESSION = "ses_00000000000000000002";

  private RunningDaemon daemon;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void start() {
    assumeTrue(Programs.exist("node"), "node is not on the PATH");
    daemon = RunningDaemon.start();
    environment.putAll(daemon.environment());
    environment.put("PATH", System.getenv("PATH"));
    Programs.Result install = daemon.swarm(daemon.project(), "install", "opencode", "--project");
    assertThat(install.exit()).as(install.toString()).isZero();
  }

  @AfterEach
  void stop() {
    if (daemon != null) {
      daemon.close();
    }
  }

  /** A call of one of the plugin's hooks. */
  private static ObjectNode step(String hook, JsonNode payload) {
    ObjectNode step = Api.object().put("hook", hook);
    step.set("input", payload.path("input"));
    if (payload.has("output")) {
      step.set("output", payload.get("output"));
    }
    return step;
  }

  private ObjectNode recorded(String file) throws IOException {
    JsonNode json = Api.json(text(RESOURCES.resolve("opencode/" + file + ".json")));
    return step(json.get("event").asText().replace("event:", "event-"), json.get("example"));
  }

  private String text(Path file) throws IOException {
    return Files.readString(file).replace("/home/dev/project", daemon.project().toString());
  }

  private List<ObjectNode> recordings() throws IOException {
    List<ObjectNode> steps = new ArrayList<>();
    try (Stream<Path> files = Files.list(RESOURCES.resolve("opencode"))) {
      for (Path file : files.sorted().toList()) {
        JsonNode json = Api.json(text(file));
        String hook = json.get("event").asText().replace("event:", "event-");
        steps.add(step(hook, json.get("example")));
        json.path("variants").forEach(variant -> steps.add(step(hook, variant)));
      }
    }
    return steps;
  }

  private List<JsonNode> drive(List<ObjectNode> steps) throws IOException {
    Path input = daemon.root().resolve("steps");
    Files.write(input, steps.stream().map(ObjectNode::toString).toList());
    Path plugin = daemon.project().resolve(".opencode/plugins/swarmd.mjs");
    Files.copy(
        daemon.project().resolve(".opencode/plugins/swarmd.js"),
        plugin,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Programs.Result result =
        Programs.run(
            daemon.project(),
            environment,
            "sh",
            "-c",
            "exec node \"$1\" \"$2\" \"$3\" <\"$4\"",
            "sh",
            RESOURCES.resolve("opencode-driver/driver.mjs").toString(),
            plugin.toString(),
            daemon.project().toString(),
            input.toString());
    assertThat(result.exit()).as(result.toString()).isZero();
    return result.out().lines().map(Api::json).toList();
  }

  private void anotherOwns(String file) {
    try (Api api = daemon.api()) {
      ObjectNode task = Api.object().put("project", daemon.project().toString());
      task.put("title", "own").putArray("files").add(file);
      api.post("/v1/tasks", task);
      api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    }
  }

  @Test
  void every_recording_is_answered_and_harms_nothing() throws IOException {
    List<JsonNode> results = drive(recordings());

    assertThat(results).hasSize(recordings().size());
    assertThat(results).noneMatch(result -> result.has("threw"));
    String events =
        daemon.swarm(daemon.project(), "events", "--hooks", "--json", "-n", "1000").out();
    assertThat(events)
        .contains("session-start", "keyword-detector", "pre-tool-use", "post-tool-use")
        .contains("permission-request", "session-end")
        .doesNotContain("\"error\"");
  }

  @Test
  void the_shell_gets_the_session_and_the_model_gets_the_context() throws IOException {
    try (Api api = daemon.api()) {
      api.add("write the parser");
    }

    List<JsonNode> results =
        drive(
            List.of(
                recorded("event-session.created"),
                recorded("shell.env"),
                step(
                    "experimental.chat.system.transform",
                    Api.json(
                        "{\"input\":{\"sessionID\":\"%s\"},\"output\":{\"system\":[]}}"
                            .formatted(SESSION)))));

    assertThat(results.get(1).at("/output/env/SWARM_SESSION").asText()).isEqualTo(SESSION);
    assertThat(results.get(2).at("/output/system/0").asText()).contains("write the parser");
  }

  @Test
  void an_edit_of_another_s_file_is_denied_with_the_owner() throws IOException {
    anotherOwns("a.txt");
    ObjectNode write = recorded("tool.execute.before");
    ((ObjectNode) write.get("input")).put("tool", "write");
    ((ObjectNode) write.get("output"))
        .putObject("args")
        .put("filePath", daemon.project() + "/a.txt")
        .put("content", "mine");

    List<JsonNode> results = drive(List.of(recorded("event-session.created"), write));

    assertThat(results.get(1).path("threw").asText()).contains("belongs to task 1");
  }

  @Test
  void a_turn_is_held_by_the_next_prompt_once_for_each_message() throws IOException {
    ObjectNode prompt = prompt("\"swarm 2 agents, write a parser\"");
    ObjectNode stop = recorded("event-message.updated");
    ((ObjectNode) stop.at("/input/properties/info")).put("role", "assistant").put("finish", "stop");

    List<JsonNode> results = drive(List.of(recorded("event-session.created"), prompt, stop, stop));

    assertThat(results.get(1).at("/output/parts/1/text").asText()).contains("mode swarm is on");
    assertThat(results.get(2).at("/calls/0/promptAsync/body/parts/0/text").asText())
        .startsWith("[swarmd swarm]");
    assertThat(results.get(3).get("calls")).isEmpty();
  }

  @Test
  void a_command_of_ours_starts_its_mode() throws IOException {
    List<JsonNode> results =
        drive(
            List.of(
                recorded("event-session.created"),
                command("swarm", "\"2 agents, write a parser\""),
                prompt("ralph, do as the file says.")));

    assertThat(results.get(2).at("/output/parts/1/text").asText()).contains("mode swarm is on");
  }

  @Test
  void words_in_the_file_of_a_command_start_no_mode() throws IOException {
    List<JsonNode> results =
        drive(
            List.of(
                recorded("event-session.created"),
                command("poem", "\"a haiku\""),
                prompt("ralph, do as the file says: a haiku")));

    assertThat(results.get(2).at("/output/parts")).hasSize(1);
  }

  private ObjectNode prompt(String text) throws IOException {
    ObjectNode prompt = recorded("chat.message");
    ((ObjectNode) prompt.at("/output/parts/0")).put("text", text);
    return prompt;
  }

  private static ObjectNode command(String name, String arguments) {
    ObjectNode payload = Api.object();
    payload
        .putObject("input")
        .put("command", name)
        .put("sessionID", SESSION)
        .put("arguments", arguments);
    payload.putObject("output").putArray("parts");
    return step("command.execute.before", payload);
  }

  @Test
  void permissions_are_given_denied_or_left_to_the_person() throws IOException {
    List<JsonNode> results =
        drive(
            List.of(
                recorded("event-session.created"),
                asked("ls"),
                asked("swarm task claim"),
                asked("rm -rf build")));

    assertThat(response(results.get(1))).isEqualTo("once");
    assertThat(response(results.get(2))).isEqualTo("once");
    assertThat(results.get(3).get("calls")).isEmpty();
  }

  private ObjectNode asked(String command) throws IOException {
    ObjectNode asked = recorded("event-permission.asked");
    ((ObjectNode) asked.at("/input/properties/metadata")).put("command", command);
    return asked;
  }

  private static String response(JsonNode result) {
    return result.at("/calls/0/permission/body/response").asText();
  }

  @Test
  void without_a_daemon_tools_run_and_permissions_are_denied() throws IOException {
    daemon.stop();
    environment.put("SWARMD_JAVA_OPTS", "-XmxNoSuchOption"); // none can be started

    List<JsonNode> results =
        drive(
            List.of(
                recorded("event-session.created"),
                recorded("chat.message"),
                recorded("tool.execute.before"),
                recorded("tool.execute.after"),
                asked("ls")));

    assertThat(results).noneMatch(result -> result.has("threw"));
    assertThat(response(results.get(4))).isEqualTo("reject");
    daemon.restart();
  }

  @Test
  void the_kill_switch_turns_everything_off() throws IOException {
    anotherOwns("a.txt");
    environment.put("DISABLE_OMC", "1");
    ObjectNode write = recorded("tool.execute.before");
    ((ObjectNode) write.get("input")).put("tool", "write");
    ((ObjectNode) write.get("output"))
        .putObject("args")
        .put("filePath", daemon.project() + "/a.txt");

    List<JsonNode> results =
        drive(List.of(recorded("event-session.created"), write, asked("rm -rf build")));

    assertThat(results).noneMatch(result -> result.has("threw"));
    assertThat(results.get(2).get("calls")).isEmpty();
  }
}
