package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** A person, or an agent, changes tasks that it does not hold. */
final class TaskChangesTest extends InProcessTest {

  private Commands agent(String session) {
    return new Commands(daemon::connect, daemon.project()).with("CLAUDE_CODE_SESSION_ID", session);
  }

  private JsonNode event(long task, String kind) {
    JsonNode found = null;
    for (JsonNode event : api.show(task).get("history")) {
      found = event.get("kind").asText().equals(kind) ? event : found;
    }
    assertThat(found).as(kind).isNotNull();
    return found;
  }

  @Test
  void edit_changes_what_it_names_and_leaves_the_rest() {
    swarm.run("task", "add", "old", "--files", "src", "--tags", "java,sql");

    Result edited =
        ok(swarm.run("task", "edit", "1", "--title", "new", "--priority", "-2", "--tags", "java"));

    assertThat(edited.out()).isEqualTo("task 1 is pending: new\n");
    JsonNode task = api.show(1).get("task");
    assertThat(task.get("priority").asInt()).isEqualTo(-2);
    assertThat(task.get("files")).hasToString("[\"src\"]");
    assertThat(task.get("tags")).hasToString("[\"java\"]");
    ok(swarm.run("task", "edit", "1", "--files", "", "--depends", "", "--description", "d"));
    assertThat(api.show(1).at("/task/files")).isEmpty();
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("tags       java")
        .containsPattern("edited +person tester +- +title \"old\" -> \"new\"; priority 0 -> -2");
  }

  @Test
  void edit_refuses_a_circle_and_a_word_for_an_id() {
    swarm.run("task", "add", "a");
    swarm.run("task", "add", "b", "--depends-on", "1");

    Result circle = swarm.run("task", "edit", "1", "--depends-on", "2");
    Result word = swarm.run("task", "edit", "1", "--depends-on", "2,x");

    assertThat(circle.exit()).isEqualTo(2);
    assertThat(circle.err())
        .isEqualTo("swarm: the tasks depend on each other in a circle: 1 -> 2 -> 1\n");
    assertThat(word.exit()).isEqualTo(2);
    assertThat(word.err()).isEqualTo("swarm: --depends-on takes task ids (numbers), not 'x'\n");
  }

  @Test
  void http_changes_a_task_with_patch() {
    long id = api.add("old").get(0);
    ObjectNode change = Api.object().put("title", "new").put("wave", 3);
    change.putArray("tags").add("x");

    JsonNode task = Api.json(patch(id, change).text());

    assertThat(task.get("title").asText()).isEqualTo("new");
    assertThat(task.get("wave").asInt()).isEqualTo(3);
    assertThat(task.get("tags")).hasToString("[\"x\"]");
    assertThat(patch(id, Api.object().put("colour", "red")).text()).contains("unknown field");
    assertThat(patch(99, change).status()).isEqualTo(404);
  }

  private Answer patch(long id, ObjectNode body) {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    return api.http().send("PATCH", "/v1/tasks/" + id, Map.of(), bytes);
  }

  @Test
  void reopen_makes_a_cancelled_task_claimable_again() {
    swarm.run("task", "add", "a", "b");
    swarm.run("task", "cancel", "1", "2");

    assertThat(ok(swarm.run("task", "reopen", "1", "2")).out())
        .isEqualTo("task 1 is pending: a\ntask 2 is pending: b\n");
    Result again = swarm.run("task", "reopen", "1");
    assertThat(again.exit()).isEqualTo(3);
    assertThat(again.err())
        .isEqualTo("swarm: only a cancelled task can be reopened; task 1 is pending\n");
  }

  @Test
  void a_person_s_changes_are_the_person_s_and_not_the_holder_s() {
    swarm.run("task", "add", "sweep");
    swarm.run("task", "claim", "--agent", "bob");
    ok(swarm.run("task", "cancel", "1"));

    JsonNode cancelled = event(1, "cancelled");
    assertThat(cancelled.get("by")).hasToString("{\"kind\":\"person\",\"name\":\"tester\"}");
    assertThat(cancelled.get("agent").asText()).isEqualTo("bob");
    assertThat(event(1, "created").at("/by/name").asText()).isEqualTo("tester");
    String shown = ok(swarm.run("task", "show", "1")).out();
    assertThat(shown)
        .contains("cancelled  by person tester")
        .doesNotContain("agent      bob")
        .containsPattern("cancelled +person tester +\\d+ +held by bob\n");
    assertThat(ok(swarm.run("events")).out()).contains("person tester");
  }

  @Test
  void an_agent_s_changes_are_the_agent_s() {
    swarm.run("task", "add", "sweep");
    new HostSession(api.http(), daemon.project(), "s1").start();
    try (Commands agent = agent("s1")) {
      ok(agent.run("task", "cancel", "1"));
    }

    assertThat(event(1, "cancelled").get("by"))
        .hasToString("{\"kind\":\"agent\",\"name\":\"main-s1\",\"session\":\"s1\"}");
  }

  @Test
  void a_person_takes_a_task_from_its_holder_who_hears_of_it() {
    HostSession session = new HostSession(api.http(), daemon.project(), "s1");
    session.start();
    swarm.run("task", "add", "sweep");
    try (Commands agent = agent("s1")) {
      ok(agent.run("task", "claim"));
    }

    Result taken = ok(swarm.run("task", "release", "1", "--force", "--note", "urgent"));

    assertThat(taken.out()).isEqualTo("task 1 is pending: sweep\n");
    assertThat(event(1, "released").at("/by/kind").asText()).isEqualTo("person");
    assertThat(session.contextAfter("go on"))
        .contains("You no longer hold task 1 \"sweep\": a person took it back. It is free again");
  }

  @Test
  void an_agent_cannot_take_a_task_from_its_holder() {
    new HostSession(api.http(), daemon.project(), "s1").start();
    swarm.run("task", "add", "sweep");
    swarm.run("task", "claim", "--agent", "bob");
    try (Commands agent = agent("s1")) {
      Result refused = agent.run("task", "release", "1", "--force");

      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo(
              "swarm: task 1 is claimed by agent bob; only a person at a terminal can take it"
                  + " away: ask the person, or wait for its lease\n");
    }
    assertThat(api.show(1).at("/task/status").asText()).isEqualTo("claimed");
  }

  @Test
  void the_page_takes_a_task_from_its_holder_for_the_person() {
    api.add("sweep");
    api.claim("bob");
    Map<String, String> headers =
        Map.of("Host", "127.0.0.1", "Authorization", "Bearer " + daemon.daemon().tokens().page());
    byte[] body = "{\"force\":true}".getBytes(StandardCharsets.UTF_8);
    try (UnixHttp port = UnixHttp.loopback(daemon.daemon().info().httpPort())) {
      Answer answer = port.send("POST", "/v1/tasks/1/release", headers, body);

      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
    assertThat(event(1, "released").at("/by/kind").asText()).isEqualTo("person");
  }

  @Test
  void show_says_why_a_task_is_blocked() {
    swarm.run("task", "add", "a", "b");
    swarm.run("task", "add", "c", "--depends-on", "1,2");
    swarm.run("task", "add", "d", "--wave", "1");

    assertThat(ok(swarm.run("task", "show", "3")).out()).contains("blocked    depends on 1, 2\n");
    assertThat(ok(swarm.run("task", "show", "4")).out())
        .contains("blocked    waits for 3 tasks of wave 0\n");
    swarm.run("task", "claim", "1", "--agent", "bob");
    swarm.run("task", "fail", "1", "--agent", "bob");
    assertThat(ok(swarm.run("task", "show", "3")).out())
        .contains("blocked    depends on 1 (failed): retry or cancel it\n")
        .contains("blocked    depends on 2\n");
    JsonNode json = Api.json(ok(swarm.run("task", "show", "3", "--json")).out());
    assertThat(json.get("waits_for"))
        .hasToString(
            "{\"tasks\":[{\"id\":1,\"status\":\"failed\"},{\"id\":2,\"status\":\"pending\"}],"
                + "\"waves\":[]}");
  }

  @Test
  void a_claim_with_tags_gets_only_tasks_that_have_them() {
    swarm.run("task", "add", "plain");
    swarm.run("task", "add", "query", "--tags", "sql,fast");

    assertThat(ok(swarm.run("task", "claim", "--tags", "sql", "--agent", "ann")).out())
        .startsWith("task 2  query\n");
    Result none = swarm.run("task", "claim", "--tag", "java", "--agent", "ann");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err())
        .isEqualTo("there are no tasks with the tag 'java' in " + daemon.project() + "\n");
  }
}
