package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class AddCommandTest extends InProcessTest {
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
  void a_title_that_starts_with_an_at_sign_is_not_read_as_a_file() throws IOException {
    Files.writeString(daemon.project().resolve("words"), "secret");
    String title = "@" + daemon.project().resolve("words");

    assertThat(ok(swarm.run("task", "add", title)).out()).contains(title).doesNotContain("secret");
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
  void more_tasks_than_the_api_takes_are_refused_and_none_is_added() {
    Result refused = swarm.runWithInput("x\n".repeat(10_001), "task", "add", "-");

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("'tasks' has 10001 entries; at most 10000 are allowed");
    assertThat(titles()).isEmpty();
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
    assertThat(result.err()).startsWith("swarm: ").doesNotContain("ApiError", "swarmd failed");
    assertThat(titles()).isEmpty();
  }

  @Test
  void a_missing_file_is_named() {
    Result result = swarm.run("task", "add", "--from", "plan.json");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("there is no file 'plan.json'");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "/dev/zero", "/dev/stdin"})
  @Timeout(60)
  void a_path_that_is_not_a_regular_file_is_refused_with_a_hint_to_use_stdin(String name) {
    Result result = swarm.run("task", "add", "--from", name);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("swarm: ")
        .contains("is not a regular file", "swarm task add -");
  }

  @Test
  void a_file_that_is_not_text_or_too_large_is_refused() throws IOException {
    Files.write(daemon.project().resolve("latin"), new byte[] {'a', (byte) 0xe9});
    assertThat(swarm.run("task", "add", "--from", "latin").err())
        .isEqualTo("swarm: 'latin' is not UTF-8\n");

    Files.write(daemon.project().resolve("large"), new byte[(16 << 20) + 1]);
    assertThat(swarm.run("task", "add", "--from", "large").err())
        .contains("large' is larger than 16 MiB; split it");
  }

  private List<String> titles() {
    JsonNode tasks = Api.json(swarm.run("task", "list", "--json").out());
    return tasks.get("tasks").findValuesAsText("title");
  }
}
