package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api.Held;
import swarmd.testing.InProcessTest;

final class ClaimTest extends InProcessTest {
  @Test
  void a_claim_returns_the_task_with_its_lease() {
    long id = api.add("sweep").get(0);

    JsonNode claimed =
        api.post("/v1/tasks/claim", api.body().put("agent", "ann").put("session", "s1"));

    JsonNode task = claimed.at("/tasks/0");
    assertThat(task.get("id").asLong()).isEqualTo(id);
    assertThat(task.get("status").asText()).isEqualTo("claimed");
    assertThat(task.get("agent").asText()).isEqualTo("ann");
    assertThat(task.get("session").asText()).isEqualTo("s1");
    assertThat(task.get("attempts").asInt()).isEqualTo(1);
    assertThat(task.at("/lease/token").asText()).matches("[0-9a-f]{32}");
    assertThat(task.at("/lease/fence").asLong()).isPositive();
    assertThat(task.at("/lease/expires_at").asLong()).isEqualTo(daemon.time().millis() + 300_000);
    assertThat(claimed.has("reason")).isFalse();
  }

  @Test
  void a_claim_that_finds_nothing_says_why() {
    assertThat(reasonFor(api.body())).contains("there are no tasks in " + daemon.project());
    Held held = api.claim(api.body().put("agent", "a").put("id", api.add("sweep").get(0)));
    assertThat(reasonFor(api.body())).contains("1 claimed, 0 blocked");
    api.complete(held);
    assertThat(reasonFor(api.body())).contains("complete: all tasks are finished");
    assertThat(reasonFor(api.body().put("swarm", "x"))).contains("swarm 'x'");
  }

  private String reasonFor(ObjectNode body) {
    JsonNode claimed = api.post("/v1/tasks/claim", body.put("agent", "b"));
    assertThat(claimed.get("tasks")).isEmpty();
    return claimed.get("message").asText();
  }

  @Test
  void a_claim_that_finds_nothing_says_whether_to_ask_again() {
    assertThat(reason()).isEqualTo("empty");
    api.add("sweep");
    Held held = api.claim("a");
    assertThat(reason()).isEqualTo("busy");
    api.complete(held);
    assertThat(reason()).isEqualTo("complete");

    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "first").put("key", "k");
    body.withArray("tasks").addObject().put("title", "next").putArray("depends_on").add("k");
    api.post("/v1/tasks", body);
    api.step(api.claim("a"), "fail");
    assertThat(reason()).isEqualTo("stuck");
  }

  private String reason() {
    return api.post("/v1/tasks/claim", api.body().put("agent", "b").put("wait_ms", 0))
        .get("reason")
        .asText();
  }

  @Test
  void a_claim_takes_up_to_its_limit_and_prefers_tasks_that_own_the_files() {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "first");
    body.withArray("tasks").addObject().put("title", "owner").putArray("files").add("src/**");
    body.withArray("tasks").addObject().put("title", "last").put("priority", 9);
    api.post("/v1/tasks", body);

    ObjectNode claim = api.body().put("agent", "a").put("limit", 2);
    claim.putArray("files").add("src/Main.java");

    assertThat(api.post("/v1/tasks/claim", claim).get("tasks").findValuesAsText("title"))
        .containsExactly("owner", "first");
  }

  @Test
  void repeating_a_claim_with_its_request_id_returns_the_same_claim() {
    api.add("one", "two");
    ObjectNode claim = api.body().put("agent", "a").put("request_id", "r1");

    assertThat(api.claim(claim)).isEqualTo(api.claim(claim));
    assertThat(api.titles("?status=claimed")).containsExactly("one");
  }
}
