package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What happens to tasks and swarms runs the user's own hooks. */
class SwarmHooksTest extends InProcessTest {

  private Path seen() {
    return daemon.userHome().resolve("seen");
  }

  /** Every event appends its payload as one line to a file. */
  private void hookOn(String... events) throws IOException {
    ObjectNode settings = Api.object();
    ObjectNode hooks = settings.putObject("hooks");
    for (String event : events) {
      hooks
          .putArray(event)
          .addObject()
          .putArray("hooks")
          .addObject()
          .put("type", "command")
          .put("command", "{ cat; echo; } >> " + seen());
    }
    Files.writeString(daemon.daemon().info().home().resolve("settings.json"), settings.toString());
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
  }

  private List<JsonNode> payloads() {
    try {
      return Files.exists(seen())
          ? Files.readString(seen()).lines().filter(line -> !line.isBlank()).map(Api::json).toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> names() {
    return payloads().stream().map(event -> event.get("hook_event_name").asText()).toList();
  }

  @Test
  void each_event_of_a_task_runs_its_hooks_in_order() throws IOException {
    hookOn("TaskClaimed", "TaskDone", "TaskFailed", "LeaseExpired", "SwarmComplete", "SwarmStuck");
    api.add("one", "two", "three");
    api.complete(api.claim("ann"));
    api.step(api.claim("bob"), "fail");
    ObjectNode short1 = api.body().put("agent", "cid").put("lease_ms", 1_000);
    api.claim(short1);
    daemon.time().advance(Duration.ofSeconds(2));

    eventually().until(() -> names().size() == 6);

    assertThat(names())
        .containsExactly(
            "TaskClaimed", "TaskDone", "TaskClaimed", "TaskFailed", "TaskClaimed", "LeaseExpired");
    JsonNode done = payloads().get(1);
    assertThat(done.get("message").asText()).isEqualTo("ann has finished task 1 'one'");
    assertThat(done.get("task").asLong()).isEqualTo(1);
    assertThat(done.get("title").asText()).isEqualTo("one");
    assertThat(done.get("agent").asText()).isEqualTo("ann");
    assertThat(done.get("project").asText()).isEqualTo(daemon.project().toString());
    api.complete(api.claim("cid"));
    eventually().until(() -> names().contains("SwarmComplete"));
  }

  @Test
  void a_task_that_is_tried_again_by_itself_has_not_failed_yet() throws IOException {
    hookOn("TaskClaimed", "TaskFailed");
    ok(swarm.run("task", "add", "flaky", "--retry", "1m", "--max-attempts", "2"));
    api.step(api.claim("ann"), "fail");
    daemon.time().advance(Duration.ofMinutes(2));
    api.step(api.claim("bob"), "fail");

    eventually().until(() -> names().contains("TaskFailed"));

    assertThat(names()).containsExactly("TaskClaimed", "TaskClaimed", "TaskFailed");
  }

  @Test
  void a_failed_check_runs_hooks_with_its_output() throws IOException {
    hookOn("CheckFailed");
    Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        daemon.project().resolve(".swarmd/settings.json"),
        "{\"checks\": {\"test\": {\"command\": \"echo line 7; exit 1\"}}}");
    daemon.time().advance(Duration.ofSeconds(5));
    ok(swarm.run("hooks", "trust", "--yes"));
    ok(swarm.run("task", "add", "one", "--check", "test"));
    Api.Held held = api.claim("ann");
    swarm.run("task", "done", "1", "--token", held.token());

    eventually().until(() -> names().contains("CheckFailed"));

    assertThat(payloads().get(0).get("note").asText()).contains("exit code 1", "line 7");
  }

  @Test
  void what_needs_the_person_runs_hooks_once() throws IOException {
    hookOn("NeedsPerson");
    api.add("one");
    api.step(api.claim("bob"), "fail");

    eventually()
        .until(
            () -> {
              daemon.time().advance(SwarmHooks.LOOK);
              return !names().isEmpty();
            });
    daemon.time().advance(SwarmHooks.LOOK);
    daemon.time().advance(SwarmHooks.LOOK);

    assertThat(payloads().get(0).get("need").asText()).isEqualTo("failed_task");
    assertThat(payloads().get(0).get("message").asText()).contains("one");
    assertThat(names()).containsExactly("NeedsPerson");
  }

  @Test
  void a_host_cannot_pretend_that_something_happened_to_a_task() throws IOException {
    hookOn("TaskDone");
    HostSession session = new HostSession(daemon.connect(), daemon.project(), "s1");
    session.start();
    session.send(session.payload("TaskDone"));
    api.add("one");
    api.complete(api.claim("ann"));

    eventually().until(() -> !names().isEmpty());

    assertThat(payloads()).hasSize(1);
    assertThat(payloads().get(0).get("task").asLong()).isEqualTo(1);
  }
}
