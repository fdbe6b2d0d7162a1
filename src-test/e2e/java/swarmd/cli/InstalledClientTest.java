package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;

/** The installed program `swarm` with its own daemon. */
final class InstalledClientTest {
  private static RunningDaemon daemon;
  private Path project;

  @BeforeAll
  static void start() {
    daemon = RunningDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  @BeforeEach
  void makeProject(TestInfo test) throws IOException {
    project =
        Files.createDirectory(daemon.root().resolve(test.getTestMethod().orElseThrow().getName()));
  }

  private String swarm(String... arguments) {
    Result result = daemon.swarm(project, arguments);
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(result.err()).isEmpty();
    return result.out();
  }

  private long add(String title) {
    return Api.ids(Api.json(swarm("task", "add", title, "--json"))).get(0);
  }

  /** As after an agent has removed its worktree. */
  @Test
  void in_a_folder_that_is_gone_it_says_so_or_works_where_it_needs_none() {
    long id = add("sweep");
    String swarm = RunningDaemon.swarmCommand()[0];
    String script =
        "mkdir gone && cd gone && rmdir ../gone && %s --version && %s task show %d && %s task add x"
            .formatted(swarm, swarm, id, swarm);

    Result result = Programs.run(project, daemon.environment(), "sh", "-c", script);

    assertThat(result.exit()).as(result.toString()).isEqualTo(2);
    assertThat(result.out()).contains("swarm ", "sweep");
    assertThat(result.err())
        .endsWith( // the shell complains, too
            "swarm: the folder that you are in is gone; change to another one, or name one with"
                + " --project\n");
  }

  @Test
  void a_task_is_taken_through_its_life() {
    String id = "" + add("sweep – 掃く");
    assertThat(swarm("task", "list")).contains("sweep – 掃く");
    JsonNode claimed = Api.json(swarm("task", "claim", "--agent", "ann", "--json"));
    String token = claimed.at("/tasks/0/lease/token").asText();
    swarm("task", "renew", id, "--token", token);
    swarm("task", "release", id, "--token", token);
    swarm("task", "claim", id, "--agent", "bob");
    swarm("task", "fail", id, "--agent", "bob", "--error", "no broom");
    swarm("task", "retry", id);
    swarm("task", "claim", "--agent", "cem");
    swarm("task", "complete", id, "--agent", "cem", "--result", "clean");

    assertThat(swarm("task", "show", id)).contains("is done").contains("result     clean");
    assertThat(swarm("task", "list", "--status", "done")).contains("cem");
  }

  @Test
  void tasks_come_from_standard_input_and_from_files() throws IOException {
    Result lines = daemon.swarmWithInput(project, "one\ntwo\n", "task", "add", "-");
    assertThat(lines.exit()).isZero();
    Files.writeString(project.resolve("plan.json"), "[\"three\", {\"title\": \"four\"}]");
    swarm("task", "add", "--from", "plan.json");

    JsonNode tasks = Api.json(swarm("task", "list", "--json")).get("tasks");

    assertThat(tasks.findValuesAsText("title")).containsExactly("one", "two", "three", "four");
    assertThat(tasks.findValuesAsText("project")).containsOnly(project.toString());
  }

  @Test
  void status_as_json_matches_the_api() {
    add("sweep");
    swarm("task", "claim");
    try (Api api = daemon.api()) {
      JsonNode answered = withoutMoment(api.get("/v1/status"));

      JsonNode printed = withoutMoment(Api.json(swarm("status", "--json")));

      assertThat(printed).isEqualTo(answered);
      assertThat(printed.get("claims")).isNotEmpty();
    }
  }

  private static JsonNode withoutMoment(JsonNode status) {
    ((ObjectNode) status).remove("now");
    ((ObjectNode) status.get("daemon")).remove("connections");
    return status;
  }

  @Test
  void the_exit_code_reports_the_result() {
    assertThat(daemon.swarm(project, "task", "add", "sweep").exit()).isZero();
    assertThat(daemon.swarm(project, "task", "show", "987654").exit()).isEqualTo(1);
    assertThat(daemon.swarm(project, "task", "shwo").exit()).isEqualTo(2);
    JsonNode claimed = Api.json(swarm("task", "claim", "--json"));
    String id = claimed.at("/tasks/0/id").asText();
    Result conflict = daemon.swarm(project, "task", "complete", id, "--token", "stale");
    assertThat(conflict.exit()).isEqualTo(3);
    assertThat(conflict.out()).isEmpty();
    assertThat(conflict.err()).startsWith("swarm: invalid or expired token");
  }

  @Test
  void output_to_a_pipe_has_no_escape_codes() {
    add("sweep");

    assertThat(swarm("task", "list") + swarm("status") + swarm("--help")).doesNotContain("\u001b");
  }

  @Test
  void events_are_followed_until_the_client_is_killed() throws IOException {
    add("before");
    String[] command = RunningDaemon.swarmCommand("events", "-f", "-n", "1", "--json");
    Process client = Programs.start(project, daemon.environment(), command);
    try (Api api = daemon.api();
        BufferedReader out = client.inputReader()) {
      assertThat(Api.json(out.readLine()).get("kind").asText()).isEqualTo("created");
      long id = Api.ids(api.post("/v1/tasks", api.body().put("title", "after"))).get(0);
      assertThat(Api.json(out.readLine()).get("task").asLong()).isEqualTo(id);
      assertThat(api.connections()).isEqualTo(2);

      client.destroyForcibly();
      eventually().until(() -> api.connections() == 1);
    } finally {
      client.destroyForcibly();
    }
  }
}
