package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.InProcessTest;

final class TaskStepsTest extends InProcessTest {
  @Test
  void every_step_of_the_holder_is_in_the_history() {
    long id = api.add("sweep").get(0);
    Held first = api.claim("ann");
    daemon.time().advance(Duration.ofMinutes(1));
    JsonNode renewed = api.post(first.path("renew"), first.proof());
    assertThat(renewed.at("/lease/expires_at").asLong())
        .isEqualTo(daemon.time().millis() + 300_000);
    api.post(first.path("release"), first.proof().put("note", "lunch"));
    Held second = api.claim("bob");
    JsonNode failed = api.post(second.path("fail"), second.proof().put("error", "no broom"));
    assertThat(failed.get("status").asText()).isEqualTo("failed");
    assertThat(failed.get("error").asText()).isEqualTo("no broom");
    api.post("/v1/tasks/" + id + "/retry", Api.object());
    Held third = api.claim("cem");
    JsonNode done = api.post(third.path("complete"), third.proof().put("result", "clean"));

    assertThat(done.get("status").asText()).isEqualTo("done");
    assertThat(done.get("result").asText()).isEqualTo("clean");
    assertThat(done.has("lease")).isFalse();
    assertThat(api.history(id))
        .containsExactly(
            "created",
            "claimed",
            "released",
            "claimed",
            "failed",
            "retried",
            "claimed",
            "completed");
    JsonNode history = api.show(id).get("history");
    assertThat(history.findValuesAsText("note")).containsExactly("lunch", "no broom");
    assertThat(List.of(first.fence(), second.fence(), third.fence())).isSorted();
  }

  @Test
  void cancelling_a_task_unblocks_its_dependents() {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "plan").put("key", "plan");
    body.withArray("tasks").addObject().put("title", "build").putArray("depends_on").add("plan");
    long plan = Api.ids(api.post("/v1/tasks", body)).get(0);

    JsonNode cancelled = api.post("/v1/tasks/" + plan + "/cancel", Api.object());

    assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
    assertThat(api.titles("?status=pending")).containsExactly("build");
  }

  @Test
  void a_heartbeat_renews_exactly_the_tasks_the_agent_holds() {
    api.add("one", "two", "three");
    api.claim("ann");
    api.claim("ann");
    long bobs = api.claim("bob").id();
    daemon.time().advance(Duration.ofMinutes(4));

    JsonNode renewed = api.post("/v1/agents/heartbeat", api.body().put("agent", "ann"));

    assertThat(renewed.get("tasks").findValuesAsText("title")).containsExactly("one", "two");
    daemon.time().advance(Duration.ofMinutes(2));
    eventually().until(() -> api.history(bobs).contains("expired"));
    assertThat(api.titles("?status=claimed")).containsExactly("one", "two");
  }
}
