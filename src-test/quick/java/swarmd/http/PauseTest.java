package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

/** A paused swarm hands out nothing, and loses nothing. */
final class PauseTest extends InProcessTest {

  private JsonNode claim() {
    return api.post("/v1/tasks/claim", api.body().put("agent", "ada"));
  }

  private JsonNode change(String step) {
    return api.post("/v1/swarms/default/" + step, api.body());
  }

  private boolean isPaused() {
    return api.get("/v1/status").at("/swarms/0/paused").asBoolean();
  }

  @Test
  void nobody_gets_a_task_of_a_paused_swarm() {
    long id = api.add("sweep").get(0);

    assertThat(change("pause").get("paused").asBoolean()).isTrue();

    assertThat(isPaused()).isTrue();
    assertThat(swarm.run("status").out()).containsPattern(" default +paused ");
    JsonNode nothing = claim();
    assertThat(nothing.get("tasks")).isEmpty();
    assertThat(nothing.get("reason").asText()).isEqualTo("busy");
    assertThat(nothing.get("message").asText())
        .isEqualTo(
            "nothing is claimable yet: 0 claimed, 0 blocked; swarm 'default' is paused; to go on:"
                + " swarm resume");
    assertThat(api.refusal("/v1/tasks/claim", api.body().put("agent", "ada").put("id", id)))
        .isEqualTo("409 blocked");
  }

  @Test
  void an_agent_keeps_the_task_it_holds_and_can_complete_it() {
    api.add("sweep", "mop");
    Api.Held held = api.claim("ada");
    change("pause");

    api.complete(held);

    assertThat(api.show(held.id()).at("/task/status").asText()).isEqualTo("done");
    assertThat(claim().get("tasks")).isEmpty();
  }

  @Test
  void a_resumed_swarm_hands_out_its_tasks_again() {
    api.add("sweep");
    change("pause");
    change("resume");

    assertThat(isPaused()).isFalse();
    assertThat(claim().get("tasks")).hasSize(1);
  }

  @Test
  void a_claim_that_waits_gets_its_task_when_the_swarm_goes_on() {
    api.add("sweep");
    change("pause");
    try (UnixHttp waiting = daemon.connect()) {
      ObjectNode body = api.body().put("agent", "ada").put("wait_ms", 60_000);
      waiting.write(
          UnixHttp.request(
              "POST",
              "/v1/tasks/claim",
              Map.of(),
              body.toString().getBytes(StandardCharsets.UTF_8)));
      eventually().until(() -> api.connections() == 2);

      change("resume");

      assertThat(Api.json(waiting.read().text()).get("tasks")).hasSize(1);
    }
  }

  @Test
  void other_swarms_go_on() {
    api.add("sweep");
    api.post("/v1/tasks", api.body().put("title", "mop").put("swarm", "other"));
    change("pause");

    assertThat(claim().at("/tasks/0/title").asText()).isEqualTo("mop");
  }

  @Test
  void a_pause_survives_a_restart() {
    api.add("sweep");
    change("pause");
    daemon.restart();
    try (Api again = daemon.api()) {
      assertThat(again.post("/v1/tasks/claim", again.body().put("agent", "ada")).get("tasks"))
          .isEmpty();
    }
  }

  @Test
  void pausing_twice_is_no_error_and_is_recorded_once() {
    api.add("sweep");
    change("pause");
    change("pause");
    change("resume");
    change("resume");

    assertThat(api.get("/v1/events/latest").get("events"))
        .extracting(event -> event.get("kind").asText())
        .containsExactly("created", "swarm_paused", "swarm_resumed");
  }

  @Test
  void a_swarm_that_does_not_exist_cannot_be_paused() {
    assertThat(api.refusal("/v1/swarms/none/pause", api.body())).isEqualTo("404 not_found");
  }

  @Test
  void commands_pause_and_resume_a_swarm() {
    api.add("sweep");

    assertThat(ok(swarm.run("pause")).out()).isEqualTo("swarm 'default' is paused\n");
    assertThat(isPaused()).isTrue();
    assertThat(ok(swarm.run("resume", "default")).out()).isEqualTo("swarm 'default' goes on\n");
    assertThat(swarm.run("pause", "none").err()).contains("there is no swarm 'none'");
  }

  @Test
  void a_tag_is_paused_and_resumed_by_commands_and_requests() {
    ok(swarm.run("task", "add", "ship", "--tags", "deploy"));
    ok(swarm.run("task", "add", "sweep"));

    assertThat(ok(swarm.run("pause", "--tag", "deploy")).out())
        .isEqualTo("swarm 'default' goes on; paused tags: deploy\n");
    assertThat(ok(swarm.run("status")).out()).contains("open, paused: deploy");
    assertThat(api.get("/v1/status").at("/swarms/0/paused_tags/0").asText()).isEqualTo("deploy");
    assertThat(api.get("/v1/tasks?brief=true").at("/tasks/0/waits_for/paused_tags/0").asText())
        .isEqualTo("deploy");
    assertThat(claim().at("/tasks/0/title").asText()).isEqualTo("sweep");
    assertThat(claim().get("tasks")).isEmpty();

    assertThat(ok(swarm.run("resume", "default", "--tag", "deploy")).out())
        .isEqualTo("swarm 'default' goes on\n");

    assertThat(api.post("/v1/swarms/default/pause", api.body().put("tag", "deploy")).toString())
        .contains("\"paused_tags\":[\"deploy\"]");
    assertThat(claim().get("tasks")).isEmpty();
    api.post("/v1/swarms/default/resume", api.body().put("tag", "deploy"));
    assertThat(claim().at("/tasks/0/title").asText()).isEqualTo("ship");
    assertThat(api.refusal("/v1/swarms/default/pause", api.body().put("tag", "a,b")))
        .isEqualTo("400 invalid_request");
  }

  @Test
  void a_session_in_swarm_mode_may_stop_while_all_that_is_left_has_a_paused_tag() {
    ok(swarm.run("task", "add", "ship", "--tags", "deploy"));
    HostSession session = new HostSession(api.http(), daemon.project(), "s1");
    session.start();
    ok(swarm.run("mode", "start", "swarm", "--session", "s1"));
    ok(swarm.run("pause", "--tag", "deploy"));
    session.useTool();

    JsonNode answer = session.stop();

    assertThat(answer.has("decision")).isFalse();
    assertThat(answer.get("systemMessage").asText()).contains("paused tags (deploy)");
  }

  @Test
  void a_session_in_swarm_mode_may_stop_while_the_swarm_is_paused() {
    api.add("sweep");
    HostSession session = new HostSession(api.http(), daemon.project(), "s1");
    session.start();
    ok(swarm.run("mode", "start", "swarm", "--session", "s1"));
    session.useTool();
    assertThat(session.held()).contains("The swarm is not complete");
    change("pause");

    JsonNode answer = session.stop();
    assertThat(answer.has("decision")).isFalse();
    assertThat(answer.get("systemMessage").asText()).contains("is paused");

    change("resume");
    session.useTool();
    assertThat(session.held()).contains("The swarm is not complete");
  }
}
