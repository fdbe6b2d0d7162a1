package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

@Execution(ExecutionMode.CONCURRENT) // it mostly waits
final class DemoCommandTest extends InProcessTest {
  private static final String ESCAPE = "\u001b";

  private static List<JsonNode> events(Result result) {
    return result.out().lines().map(Api::json).toList();
  }

  private static List<JsonNode> of(String kind, List<JsonNode> events) {
    return events.stream().filter(event -> event.get("kind").asText().equals(kind)).toList();
  }

  private static List<Long> tasks(List<JsonNode> events) {
    return events.stream().map(event -> event.get("task").asLong()).toList();
  }

  private static List<String> steps(List<JsonNode> events) {
    return events.stream()
        .filter(event -> event.has("task"))
        .map(event -> event.get("kind").asText() + " " + event.get("task").asLong())
        .toList();
  }

  private static Path folder(JsonNode event) {
    return Path.of(event.get("project").asText());
  }

  @Test
  void every_task_is_done_once_and_the_dead_agents_task_by_another() {
    List<JsonNode> events = events(ok(swarm.run("demo", "--fast", "--json")));

    assertThat(tasks(of("completed", events)))
        .containsExactlyInAnyOrderElementsOf(tasks(of("created", events)))
        .hasSize(7);
    JsonNode death = of("agent_died", events).get(0);
    assertThat(of("agent_died", events)).hasSize(1);
    assertThat(death.get("agent").asText()).isEqualTo("ada");
    List<String> lifeOfHerTask =
        events.stream()
            .filter(event -> event.path("task").asLong() == death.get("task").asLong())
            .map(event -> event.get("kind").asText())
            .toList();
    assertThat(lifeOfHerTask)
        .containsSubsequence("created", "claimed", "agent_died", "expired", "claimed", "completed");
    assertThat(of("completed", events))
        .extracting(event -> event.get("agent").asText())
        .doesNotContain("ada");
    assertThat(steps(events))
        .containsSubsequence("completed 1", "claimed 4", "completed 4", "claimed 5", "claimed 7")
        .containsSubsequence("completed 2", "claimed 4", "completed 4", "claimed 6", "claimed 7");
    assertThat(events.get(events.size() - 1).get("kind").asText()).isEqualTo("swarm_complete");
  }

  @Test
  void without_a_terminal_the_demo_prints_plain_sentences() {
    Result result = ok(swarm.run("demo", "--fast"));

    assertThat(result.out())
        .doesNotContain(ESCAPE)
        .contains("task 4 is added: test both together, after 1 and 2\n")
        .containsPattern("(?m)^ +\\d\\.\\d s {2}ada claims task 1$")
        .containsPattern("(?m)^ +\\d\\.\\d s {2}ada dies while holding task 1$")
        .containsPattern("(?m)^ +\\d\\.\\d s {2}the lease of task 1 expires; ada held it$")
        .containsPattern("(?m) (bob|eve) claims task 1, which ada lost$")
        .containsPattern("(?m) (bob|eve) finishes task 1$")
        .contains("the swarm is complete\n\nAll 7 tasks are done")
        .endsWith("swarm task add \"my first task\"  and  swarm task claim --agent me\n");
  }

  @Test
  void on_a_terminal_the_demo_draws_tables() {
    swarm.with("SWARM_TTY", "1").with("TERM", "xterm").with("LINES", "24");

    assertThat(ok(swarm.run("demo", "--fast")).out())
        .contains(ESCAPE + "[31mdied" + ESCAPE + "[0m")
        .contains(ESCAPE + "[33mblocked" + ESCAPE + "[0m")
        .contains("waiting for work", "working on task 2", "ada dies while holding task 1");
  }

  @Test
  void on_a_terminal_without_colours_the_demo_prints_plain_sentences() {
    swarm.with("SWARM_TTY", "1").with("TERM", "xterm").with("NO_COLOR", "1");

    assertThat(ok(swarm.run("demo", "--fast")).out())
        .doesNotContain(ESCAPE)
        .containsOnlyOnce("ada dies while holding task 1");
  }

  @Test
  void the_demo_leaves_nothing_behind_and_does_not_touch_your_tasks() {
    api.add("mine");
    JsonNode before = api.get("/v1/status").get("swarms");

    List<JsonNode> events = events(ok(swarm.run("demo", "--fast", "--json")));

    assertThat(folder(events.get(0))).doesNotExist();
    assertThat(api.get("/v1/status").get("swarms")).isEqualTo(before);
    assertThat(api.history(1)).containsExactly("created");
    assertThat(swarm.run("task", "list", "-a").out()).contains("mine").doesNotContain("parser");
  }

  @Test
  void the_scratch_folder_is_private_and_deleted_when_the_client_is_killed() throws Exception {
    swarm.start("demo", "--json");
    Path folder = folder(Api.json(swarm.next()));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(folder.resolve("swarmd.db")).exists();

    swarm.close();

    eventually().until(() -> !Files.exists(folder));
    eventually().until(DemoCommandTest::nobodyPlays);
  }

  @Test
  void the_scratch_folder_is_deleted_when_the_daemon_stops() {
    Commands viewer;
    Path folder;
    try (InProcessDaemon stopped = InProcessDaemon.start()) {
      viewer = new Commands(stopped::connect, stopped.project());
      viewer.start("demo", "--json");
      folder = folder(Api.json(viewer.next()));
      assertThat(folder).exists();
    }
    assertThat(folder).doesNotExist();
    viewer.close();
  }

  private static boolean nobodyPlays() {
    return Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals("demo"));
  }
}
