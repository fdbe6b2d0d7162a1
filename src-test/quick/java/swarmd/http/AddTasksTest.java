package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;

final class AddTasksTest extends InProcessTest {
  @Test
  void a_task_that_is_added_has_an_id_and_all_its_defaults() {
    JsonNode task = api.post("/v1/tasks", api.body().put("title", "sweep")).at("/tasks/0");

    ObjectNode expected = Api.object().put("id", 1).put("project", daemon.project().toString());
    expected.put("swarm", "default").put("title", "sweep").put("status", "pending");
    expected.put("priority", 0).put("wave", 0).putArray("depends_on");
    expected.putArray("files");
    expected.putArray("tags");
    expected.putArray("checks");
    expected.put("attempts", 0).put("max_attempts", 3).put("created_at", daemon.time().millis());
    assertThat(Api.json(task.toString())).isEqualTo(Api.json(expected.toString()));
  }

  @Test
  void a_blank_swarm_name_means_the_default_swarm() {
    ObjectNode many = api.body().put("swarm", "");
    many.withArray("tasks").addObject().put("title", "sweep").put("swarm", " ");

    assertThat(api.post("/v1/tasks", many).at("/tasks/0/swarm").asText()).isEqualTo("default");
    JsonNode one = api.post("/v1/tasks", api.body().put("title", "mop").put("swarm", ""));
    assertThat(one.at("/tasks/0/swarm").asText()).isEqualTo("default");
  }

  @Test
  void the_last_value_of_a_repeated_field_wins() {
    String body = api.body().put("title", "first").toString();

    var answer = api.http().post("/v1/tasks", body.replace("}", ",\"title\":\"last\"}"));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(api.titles("")).containsExactly("last");
  }

  @Test
  void tasks_come_back_in_request_order_and_can_depend_on_each_other_by_key() {
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
  void no_task_is_added_if_one_of_them_is_invalid() {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "right");
    body.withArray("tasks").addObject().put("title", "wrong").putArray("depends_on").add(99);

    assertThat(api.refusal("/v1/tasks", body)).isEqualTo("400 invalid_request");
    assertThat(api.get("/v1/tasks").get("tasks")).isEmpty();
  }
}
