package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Many tasks at once: changed by a filter, or added from a plan with parameters. */
final class BulkAndTemplatesTest extends InProcessTest {

  private List<String> statuses() {
    return api.get("/v1/tasks").get("tasks").findValuesAsText("status");
  }

  private Result addFrom(String plan, String... options) throws IOException {
    Path file = Files.writeString(daemon.project().resolve("plan.json"), plan);
    List<String> command = new ArrayList<>(List.of("task", "add", "--from", file.toString()));
    command.addAll(List.of(options));
    return swarm.run(command.toArray(String[]::new));
  }

  @Test
  void a_dry_run_lists_what_would_change() {
    ok(swarm.run("task", "add", "old parser", "old printer", "new one", "--tags", "x"));

    Result dry = swarm.run("task", "cancel", "--where", "search=OLD", "--dry-run");

    assertThat(dry.out()).contains("old parser", "old printer").doesNotContain("new one");
    assertThat(dry.out()).contains("2 tasks would change; leave out --dry-run to do it");
    assertThat(statuses()).containsOnly("pending");
    assertThat(ok(swarm.run("task", "cancel", "--where", "search=OLD")).out())
        .contains("2 tasks changed");
    assertThat(statuses()).containsExactly("cancelled", "cancelled", "pending");
  }

  @Test
  void tasks_are_edited_and_reopened_by_a_filter() {
    ok(swarm.run("task", "add", "a", "b", "--tags", "x"));
    ok(swarm.run("task", "add", "c"));

    ok(swarm.run("task", "edit", "--where", "tag=x", "--priority", "7"));
    ok(swarm.run("task", "cancel", "--where", "status=pending", "--where", "tag=x"));
    ok(swarm.run("task", "reopen", "--where", "status=cancelled"));

    assertThat(api.get("/v1/tasks").get("tasks").findValuesAsText("priority"))
        .containsExactly("7", "7", "0");
    assertThat(statuses()).containsOnly("pending");
  }

  @Test
  void a_task_has_to_meet_all_conditions() {
    ok(swarm.run("task", "add", "both", "--tags", "x,y"));
    ok(swarm.run("task", "add", "one", "--tags", "y"));

    ok(swarm.run("task", "cancel", "--where", "tag=x", "--where", "tag=y"));

    assertThat(statuses()).containsExactly("cancelled", "pending");
  }

  @Test
  void http_refuses_an_empty_condition_instead_of_selecting_every_task() {
    api.add("a");

    for (String empty : List.of("\"search\":\"\"", "\"status\":[]", "\"swarm\":\" \"")) {
      ObjectNode body = bulk("cancel");
      body.set("where", Api.json("{" + empty + "}"));
      assertThat(api.refusal("/v1/tasks/bulk", body)).isEqualTo("400 invalid_request");
    }

    assertThat(statuses()).containsExactly("pending");
  }

  @Test
  void http_has_the_same_steps() {
    api.add("a", "b");

    JsonNode dry = api.post("/v1/tasks/bulk", bulk("cancel").put("dry_run", true));
    assertThat(dry.get("tasks")).hasSize(2);
    assertThat(statuses()).containsOnly("pending");
    ObjectNode edit = bulk("edit");
    edit.putObject("change").put("priority", 4);
    assertThat(api.post("/v1/tasks/bulk", edit).at("/tasks/1/priority").asInt()).isEqualTo(4);
    assertThat(api.post("/v1/tasks/bulk", bulk("cancel")).get("tasks")).hasSize(2);
    assertThat(statuses()).containsOnly("cancelled");
    assertThat(api.refusal("/v1/tasks/bulk", bulk("explode"))).isEqualTo("400 invalid_request");
  }

  private ObjectNode bulk(String step) {
    ObjectNode body = api.body().put("step", step);
    body.putObject("where");
    return body;
  }

  @Test
  void a_plan_with_parameters_is_filled_in() throws IOException {
    String plan =
        """
        {"parameters": {"feature": null, "folder": "src"},
         "tasks": [{"key": "test-${feature}", "title": "test ${feature}", "files": ["${folder}/${feature}/**"]},
                   {"title": "pay $${5} for ${feature}", "depends_on": ["test-${feature}"]}]}
        """;

    ok(addFrom(plan, "--set", "feature=login"));

    JsonNode tasks = api.get("/v1/tasks").get("tasks");
    assertThat(tasks.findValuesAsText("title")).containsExactly("test login", "pay ${5} for login");
    assertThat(tasks.at("/0/files/0").asText()).isEqualTo("src/login/**");
    assertThat(tasks.at("/1/status").asText()).isEqualTo("blocked");
    assertThat(addFrom(plan).err())
        .contains("parameter 'feature' has no value; give it with: --set feature=");
    assertThat(addFrom(plan, "--set", "feature=a", "--set", "colour=b").err())
        .contains("has no parameter 'colour'; it has: feature, folder");
    assertThat(
            addFrom(plan.replace("test ${feature}", "test ${featur}"), "--set", "feature=a").err())
        .contains("'${featur}' names no parameter; for these characters, write $${featur}");
  }

  @Test
  void the_tasks_of_a_plan_with_parameters_may_be_titles() throws IOException {
    ok(addFrom("{\"parameters\": {\"a\": \"b\"}, \"tasks\": [\"t ${a}\", {\"title\": \"u\"}]}"));

    assertThat(api.titles("")).containsExactly("t b", "u");
  }

  @Test
  void a_plan_without_parameters_keeps_its_dollars() throws IOException {
    ok(addFrom("[\"use ${HOME}\"]"));

    assertThat(api.titles("")).containsExactly("use ${HOME}");
  }
}
