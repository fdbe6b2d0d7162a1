package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.InProcessDaemon;

final class TaskRoutesTest {
  private InProcessDaemon daemon;
  private Api api;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start();
    api = daemon.api();
  }

  @AfterEach
  void stop() {
    api.close();
    daemon.close();
  }

  @Test
  void a_task_that_is_added_has_an_id_and_all_its_defaults() {
    JsonNode task = api.post("/v1/tasks", api.body().put("title", "sweep")).at("/tasks/0");

    ObjectNode expected = Api.object().put("id", 1).put("project", daemon.project().toString());
    expected.put("swarm", "default").put("title", "sweep").put("status", "pending");
    expected.put("priority", 0).put("wave", 0).putArray("depends_on");
    expected.putArray("files");
    expected.put("attempts", 0).put("max_attempts", 3).put("created_at", daemon.time().millis());
    assertThat(Api.json(task.toString())).isEqualTo(Api.json(expected.toString()));
  }

  @Test
  void of_a_field_that_is_given_twice_the_last_counts() {
    String body = api.body().put("title", "first").toString();

    var answer = api.http().post("/v1/tasks", body.replace("}", ",\"title\":\"last\"}"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(titles("")).containsExactly("last");
  }

  @Test
  void many_tasks_are_answered_in_the_order_of_the_request_and_know_each_other_by_key() {
    ObjectNode body = api.body().put("swarm", "house");
    body.withArray("tasks").addObject().put("title", "roof").putArray("depends_on").add("walls");
    body.withArray("tasks").addObject().put("title", "walls").put("key", "walls");

    JsonNode tasks = api.post("/v1/tasks", body).get("tasks");

    assertThat(tasks.findValuesAsText("title")).containsExactly("roof", "walls");
    assertThat(tasks.findValuesAsText("swarm")).containsOnly("house");
    assertThat(tasks.findValuesAsText("status")).containsExactly("blocked", "pending");
    assertThat(tasks.at("/0/depends_on/0")).isEqualTo(tasks.at("/1/id"));
  }

  @Test
  void of_many_tasks_none_is_added_if_one_is_wrong() {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "right");
    body.withArray("tasks").addObject().put("title", "wrong").putArray("depends_on").add(99);

    assertThat(api.refusal("/v1/tasks", body)).isEqualTo("400 invalid_request");
    assertThat(api.get("/v1/tasks").get("tasks")).isEmpty();
  }

  @Test
  void a_list_is_narrowed_by_project_swarm_and_status() {
    api.add("one", "two");
    api.post("/v1/tasks", api.body().put("title", "three").put("swarm", "other"));
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "four"));
    api.claim("a");

    assertThat(titles("")).containsExactly("one", "two", "three", "four");
    assertThat(titles("?project=" + daemon.project())).containsExactly("one", "two", "three");
    assertThat(titles("?project=/elsewhere")).containsExactly("four");
    assertThat(titles("?swarm=other")).containsExactly("three");
    assertThat(titles("?status=claimed")).containsExactly("one");
    assertThat(titles("?status=pending&swarm=default&project=" + daemon.project()))
        .containsExactly("two");
    assertThat(titles("?project=/nowhere")).isEmpty();
  }

  @Test
  void the_pages_of_a_list_hold_every_task_once() {
    api.add("one", "two", "three", "four", "five");

    assertThat(titles("?limit=2")).containsExactly("one", "two");
    assertThat(titles("?limit=2&after=2")).containsExactly("three", "four");
    assertThat(titles("?limit=2&after=4")).containsExactly("five");
    assertThat(titles("?limit=2&after=5")).isEmpty();
  }

  private List<String> titles(String query) {
    return api.get("/v1/tasks" + query).get("tasks").findValuesAsText("title");
  }

  @Test
  void a_claim_answers_the_task_with_its_lease() {
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
    assertThat(reasonFor(api.body())).contains("all tasks are finished");
    assertThat(reasonFor(api.body().put("swarm", "x"))).contains("swarm 'x'");
  }

  private String reasonFor(ObjectNode body) {
    JsonNode claimed = api.post("/v1/tasks/claim", body.put("agent", "b"));
    assertThat(claimed.get("tasks")).isEmpty();
    return claimed.get("reason").asText();
  }

  @Test
  void a_claim_takes_up_to_its_limit_and_prefers_the_owners_of_files() {
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
    assertThat(titles("?status=claimed")).containsExactly("one");
  }

  @Test
  void every_step_of_a_holder_is_in_the_history() {
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
  void a_cancelled_task_frees_what_waits_for_it() {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "plan").put("key", "plan");
    body.withArray("tasks").addObject().put("title", "build").putArray("depends_on").add("plan");
    long plan = Api.ids(api.post("/v1/tasks", body)).get(0);

    JsonNode cancelled = api.post("/v1/tasks/" + plan + "/cancel", Api.object());

    assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
    assertThat(titles("?status=pending")).containsExactly("build");
  }

  @Test
  void a_heartbeat_renews_all_that_the_agent_holds_and_nothing_else() {
    api.add("one", "two", "three");
    api.claim("ann");
    api.claim("ann");
    long bobs = api.claim("bob").id();
    daemon.time().advance(Duration.ofMinutes(4));

    JsonNode renewed = api.post("/v1/agents/heartbeat", api.body().put("agent", "ann"));

    assertThat(renewed.get("tasks").findValuesAsText("title")).containsExactly("one", "two");
    daemon.time().advance(Duration.ofMinutes(2));
    eventually().until(() -> api.history(bobs).contains("expired"));
    assertThat(titles("?status=claimed")).containsExactly("one", "two");
  }
}
