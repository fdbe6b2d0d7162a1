package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;

final class TaskCommandsTest {
  private InProcessDaemon daemon;
  private Commands swarm;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start();
    swarm = new Commands(daemon.connect(), daemon.project());
  }

  @AfterEach
  void stop() {
    swarm.close();
    daemon.close();
  }

  private static Result ok(Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    return result;
  }

  @Test
  void tasks_are_added_and_listed() {
    assertThat(ok(swarm.run("task", "add", "sweep", "mop the floor")).out())
        .isEqualTo(
            """
            ID  STATUS   PRIORITY  WAVE  SWARM    AGENT  TITLE
             1  pending         0     0  default  -      sweep
             2  pending         0     0  default  -      mop the floor
            """);
    assertThat(swarm.run("task", "list")).isEqualTo(swarm.run("task", "ls", "--status=pending"));
    assertThat(swarm.run("task", "list", "--json").out()).contains("\"title\" : \"mop the floor\"");
  }

  @Test
  void a_task_takes_every_option() {
    ok(swarm.run("task", "add", "first"));
    Result added =
        ok(
            swarm.run(
                "task",
                "add",
                "second",
                "--description",
                "long",
                "--priority",
                "-2",
                "--wave",
                "1",
                "--depends-on",
                "1",
                "--files",
                "src/**,README.md",
                "--swarm",
                "house",
                "--max-attempts",
                "7",
                "--json"));

    JsonNode task = Api.json(added.out()).at("/tasks/0");
    assertThat(task.get("description").asText()).isEqualTo("long");
    assertThat(task.get("priority").asInt()).isEqualTo(-2);
    assertThat(task.get("wave").asInt()).isEqualTo(1);
    assertThat(task.get("depends_on").toString()).isEqualTo("[1]");
    assertThat(task.get("files").toString()).isEqualTo("[\"src/**\",\"README.md\"]");
    assertThat(task.get("swarm").asText()).isEqualTo("house");
    assertThat(task.get("max_attempts").asInt()).isEqualTo(7);
    assertThat(task.get("status").asText()).isEqualTo("blocked");
  }

  @Test
  void tasks_are_read_from_the_lines_of_standard_input() {
    ok(swarm.runWithInput("one\n\n  two  \r\nthree", "task", "add", "-"));

    assertThat(titles()).containsExactly("one", "two", "three");
  }

  @Test
  void tasks_are_read_from_json_in_a_file() throws IOException {
    Files.writeString(
        daemon.project().resolve("plan.json"),
        """
        ["a title", {"key": "b", "title": "another", "priority": 1, "files": ["src/**"]},
         {"title": "after it", "depends_on": ["b", 1]}]
        """);
    ok(swarm.run("task", "add", "0"));

    ok(swarm.run("task", "add", "--from", "plan.json", "--swarm", "plan"));

    assertThat(titles()).containsExactly("0", "a title", "another", "after it");
    assertThat(swarm.run("task", "list", "--swarm", "plan", "--status", "blocked").out())
        .contains("after it")
        .doesNotContain("another");
  }

  private List<String> titles() {
    JsonNode tasks = Api.json(swarm.run("task", "list", "--json").out());
    return tasks.get("tasks").findValuesAsText("title");
  }

  @Test
  void a_claim_prints_the_token_and_what_to_do_next() {
    swarm.run("task", "add", "sweep");

    String printed = ok(swarm.run("task", "claim", "--agent", "ann")).out();

    assertThat(printed).startsWith("task 1  sweep\nlease  5m 0s\ntoken  ");
    assertThat(printed).contains("then   swarm task complete 1 --token ");
  }

  @Test
  void a_claim_takes_every_option() {
    swarm.run("task", "add", "other");
    swarm.run("task", "add", "mine", "--files", "src/**", "--swarm", "house");
    String[] claim = {
      "task",
      "claim",
      "--agent",
      "ann",
      "--session",
      "s1",
      "--limit",
      "3",
      "--files",
      "src/A.java",
      "--swarm",
      "house",
      "--lease",
      "60",
      "--wait",
      "5",
      "--request-id",
      "r1",
      "--json"
    };

    JsonNode task = Api.json(ok(swarm.run(claim)).out()).at("/tasks/0");

    assertThat(task.get("title").asText()).isEqualTo("mine");
    assertThat(task.get("session").asText()).isEqualTo("s1");
    assertThat(task.at("/lease/expires_at").asLong()).isEqualTo(daemon.time().millis() + 60_000);
    assertThat(Api.json(swarm.run(claim).out()).at("/tasks/0/lease/token"))
        .isEqualTo(task.at("/lease/token"));
  }

  @Test
  void agent_and_session_come_from_the_environment_of_an_agents_shell() {
    swarm.run("task", "add", "sweep");
    swarm.with("SWARM_AGENT", "ann").with("SWARM_SESSION", "s1");

    JsonNode task = Api.json(swarm.run("task", "claim", "--json").out()).at("/tasks/0");

    assertThat(task.get("agent").asText()).isEqualTo("ann");
    assertThat(task.get("session").asText()).isEqualTo("s1");
    assertThat(ok(swarm.run("task", "complete", "1")).out()).isEqualTo("task 1 is done: sweep\n");
  }

  @Test
  void every_step_can_be_taken_by_the_agent_who_holds_the_task() {
    swarm.run("task", "add", "sweep");
    swarm.run("task", "claim", "--agent", "ann");
    assertThat(ok(swarm.run("task", "renew", "1", "--agent", "ann")).out()).contains("claimed");
    ok(swarm.run("task", "release", "1", "--agent", "ann", "--note", "lunch"));
    swarm.run("task", "claim", "1", "--agent", "bob");
    ok(swarm.run("task", "fail", "1", "--agent", "bob", "--error", "no broom"));
    assertThat(ok(swarm.run("task", "retry", "1")).out()).isEqualTo("task 1 is pending: sweep\n");
    swarm.run("task", "claim", "--agent", "cem");
    ok(swarm.run("task", "done", "1", "--agent", "cem", "--result", "clean"));

    String shown = ok(swarm.run("task", "show", "1")).out();

    assertThat(shown).startsWith("task 1 is done: sweep\n").contains("result     clean");
    assertThat(shown).containsSubsequence("created", "claimed", "released", "lunch", "failed");
    JsonNode json = Api.json(swarm.run("task", "show", "1", "--json").out());
    assertThat(json.get("history")).hasSize(8);
  }

  @Test
  void several_tasks_can_be_cancelled_at_once() {
    swarm.run("task", "add", "one", "two");

    assertThat(ok(swarm.run("task", "cancel", "1", "2")).out())
        .isEqualTo("task 1 is cancelled: one\ntask 2 is cancelled: two\n");
  }

  @Test
  void a_stale_token_is_a_conflict_and_says_so() {
    swarm.run("task", "add", "sweep");
    JsonNode task = Api.json(swarm.run("task", "claim", "--lease", "1", "--json").out());
    String token = task.at("/tasks/0/lease/token").asText();
    daemon.time().advance(Duration.ofSeconds(2));

    Result late = swarm.run("task", "complete", "1", "--token", token);

    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err()).startsWith("error: ").contains("claim again");
  }

  @Test
  void nothing_to_claim_is_exit_code_1_with_a_reason() {
    Result result = swarm.run("task", "claim");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("there are no tasks in " + daemon.project());
  }

  @Test
  void a_task_that_is_not_there_is_exit_code_1_and_leads_to_the_list() {
    Result result = swarm.run("task", "show", "99");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).isEqualTo("error: there is no task 99; see: swarm task list -a\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bogus",
        "task bogus",
        "task add",
        "task add --priority high x",
        "task add --wave -1 x",
        "task add --max-attempts 0 x",
        "task add --depends-on 99 x",
        "task add --files [ x",
        "task show",
        "task show seven",
        "task list --limit 0",
        "task list --limit -1",
        "task list --status finished",
        "task claim --limit 0",
        "task claim --wait 61",
        "task claim --lease 0",
        "task complete 1",
        "status --bogus",
        "events -n x",
        "completion fish",
      })
  void wrong_usage_is_exit_code_2_with_an_explanation(String line) {
    Result result = swarm.run(line.split(" "));

    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isNotBlank().doesNotContain("Exception", "swarmd failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{broken",
        "[7]",
        "[{\"titel\":\"x\"}]",
        "{\"title\":\"\"}",
        "[]",
        "{\"tasks\":[]}"
      })
  void wrong_json_is_exit_code_2_with_an_explanation(String json) {
    Result result = swarm.runWithInput(json, "task", "add", "-");

    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: ").doesNotContain("ApiError", "swarmd failed");
    assertThat(titles()).isEmpty();
  }

  @Test
  void a_file_that_is_not_there_is_named() {
    Result result = swarm.run("task", "add", "--from", "plan.json");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("there is no file " + daemon.project() + "/plan.json");
  }
}
