package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

final class StatusRoutesTest extends InProcessTest {
  @Test
  void status_starts_with_the_daemon_and_its_pid() {
    Answer answer = api.http().get("/v1/status");

    assertThat(answer.text())
        .startsWith("{\"daemon\":{\"pid\":" + ProcessHandle.current().pid() + ",\"version\":\"");
    JsonNode itself = Api.json(answer.text()).get("daemon");
    assertThat(itself.get("started_at").asLong()).isEqualTo(daemon.time().millis());
    assertThat(itself.get("socket").asText()).isEqualTo(daemon.socket().toString());
    assertThat(itself.get("http_port").asInt()).isEqualTo(daemon.daemon().info().httpPort());
    assertThat(itself.get("connections").asInt()).isEqualTo(1);
  }

  @Test
  void status_counts_tasks_by_status_and_shows_who_works_on_what() {
    api.add("one", "two");
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "three"));
    api.claim("ann");

    JsonNode status = api.get("/v1/status");

    assertThat(status.at("/tasks/pending").asInt()).isEqualTo(2);
    assertThat(status.at("/tasks/claimed").asInt()).isEqualTo(1);
    assertThat(status.get("swarms").findValuesAsText("state")).containsExactly("open", "open");
    assertThat(status.at("/claims/0/agent").asText()).isEqualTo("ann");
    assertThat(status.at("/claims/0/title").asText()).isEqualTo("one");
  }

  @Test
  void status_of_one_project_leaves_out_the_others() {
    api.add("one");
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "two"));

    JsonNode status = api.get("/v1/status?project=/elsewhere");

    assertThat(status.at("/tasks/pending").asInt()).isEqualTo(1);
    assertThat(status.get("swarms").findValuesAsText("project")).containsExactly("/elsewhere");
  }

  @Test
  void a_swarm_without_work_is_complete_and_one_blocked_by_a_failure_is_stuck() {
    api.add("one");
    Api.Held held = api.claim("ann");
    api.complete(held);
    assertThat(api.get("/v1/status").at("/swarms/0/state").asText()).isEqualTo("complete");

    long bad = api.add("bad").get(0);
    JsonNode waiting =
        api.body().put("title", "waits").set("depends_on", Api.json("[" + bad + "]"));
    api.post("/v1/tasks", waiting);
    api.step(api.claim("ann"), "fail");
    assertThat(api.get("/v1/status").at("/swarms/0/state").asText()).isEqualTo("stuck");
  }

  @Test
  void health_and_page_answer_without_data() {
    api.add("a secret title");

    assertThat(api.get("/healthz").get("status").asText()).isEqualTo("ok");
    Answer page = api.http().get("/");
    assertThat(page.headers().get("content-type")).startsWith("text/html");
    assertThat(page.text()).contains("<html").doesNotContain("a secret title");
  }
}
