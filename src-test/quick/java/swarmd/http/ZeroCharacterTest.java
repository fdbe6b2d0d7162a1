package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;

/** PostgreSQL has no texts with U+0000, so no door accepts them, whatever the database is. */
final class ZeroCharacterTest extends InProcessTest {
  private static final String TEXT = "a\0b";

  private void refused(String path, ObjectNode body, String field) {
    assertThat(
            Api.json(api.http().post(path, body.toString()).text()).at("/error/message").asText())
        .startsWith("field '" + field + "' must not contain ");
    assertThat(api.refusal(path, body)).isEqualTo("400 invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"title", "description", "swarm", "key"})
  void a_task_is_refused(String field) {
    refused("/v1/tasks", api.body().put("title", "sweep").put(field, TEXT), field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tags", "files", "checks"})
  void a_list_of_a_task_is_refused(String field) {
    ObjectNode body = api.body().put("title", "sweep");
    body.putArray(field).add("fine").add(TEXT);

    assertThat(api.refusal("/v1/tasks", body)).isEqualTo("400 invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "session", "swarm", "request_id"})
  void a_claim_is_refused(String field) {
    refused("/v1/tasks/claim", api.body().put("agent", "ann").put(field, TEXT), field);
  }

  @Test
  void the_steps_of_a_holder_are_refused() {
    api.add("sweep");
    Api.Held held = api.claim("ann");

    refused(held.path("release"), held.proof().put("note", TEXT), "note");
    refused(held.path("fail"), held.proof().put("error", TEXT), "error");
    refused(held.path("complete"), held.proof().put("result", TEXT), "result");
    refused(held.path("complete"), Api.object().put("token", TEXT), "token");
  }

  @Test
  void a_command_that_reads_it_is_refused() {
    ObjectNode command = Api.object().put("cwd", daemon.project().toString()).put("stdin", TEXT);
    command.putArray("argv").add("task").add("add").add("-");
    command.putObject("env");

    refused("/v1/cli", command, "stdin");
  }
}
