package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HookType;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Every event leaves one record that users can see. */
class HookRecordsTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private void settle() {
    api.add("a later write");
  }

  @Test
  void each_event_is_shown_once_with_its_result() {
    session.start();
    session.useTool();
    ok(swarm.run("mode", "start", "ralph", "--session", "mine"));
    session.held();
    session.send(session.payload("Notification").put("message", "hello"));
    settle();

    String[] lines = ok(swarm.run("events", "--hooks")).out().split("\n");

    assertThat(lines).hasSize(4);
    assertThat(lines[0]).contains("session-start").contains("session mine");
    assertThat(lines[1]).contains("pre-tool-use");
    assertThat(lines[2]).contains("stop").contains("deny by ralph");
    assertThat(lines[3]).contains("Notification");
  }

  @Test
  void tasks_and_hooks_are_shown_together_and_apart() {
    api.add("a task");
    session.useTool();
    settle();

    assertThat(ok(swarm.run("events")).out()).contains("created").contains("pre-tool-use");
    assertThat(ok(swarm.run("events", "--tasks")).out()).doesNotContain("pre-tool-use");
    assertThat(ok(swarm.run("events", "--session", "another")).out()).isEmpty();
  }

  @Test
  void a_record_as_json_has_all_its_fields() {
    session.useToolAs("sub1");
    settle();

    JsonNode record = Api.json(ok(swarm.run("events", "--hooks", "--json")).out());

    assertThat(record.get("kind").asText()).isEqualTo("hook");
    assertThat(record.get("type").asText()).isEqualTo("pre-tool-use");
    assertThat(record.get("project").asText()).isEqualTo(daemon.project().toString());
    assertThat(record.get("session").asText()).isEqualTo("mine");
    assertThat(record.get("agent").asText()).isEqualTo("sub1");
    assertThat(record.get("host").asText()).isEqualTo("claude");
    assertThat(record.has("duration_us")).isTrue();
  }

  @Test
  void an_unreadable_payload_is_answered_and_recorded() {
    String answer = api.http().post("/v1/hooks", "{\"hook_event_name\":").text();
    settle();

    assertThat(answer).isEqualTo("{\"continue\":true}");
    assertThat(ok(swarm.run("events", "--hooks")).out()).contains("not valid JSON");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "hello", "[]", "7", "{}", "{\"cwd\":\"/\"}", "\u0000\u0001\u0002"})
  void garbage_is_recorded_as_invalid_and_the_host_continues(String garbage) {
    String answer = api.http().post("/v1/hooks", garbage).text();
    settle();

    JsonNode record = Api.json(ok(swarm.run("events", "--hooks", "--json")).out());
    assertThat(answer).isEqualTo("{\"continue\":true}");
    assertThat(record.get("type").asText()).isEqualTo("invalid");
    assertThat(record.get("error").asText()).isNotBlank();
  }

  @Test
  void a_broken_permission_request_is_denied() {
    String byPath = api.http().post("/v1/hooks/permission-request", "{\"session_id\":").text();
    String byName =
        api.http().post("/v1/hooks", "{\"hook_event_name\":\"PermissionRequest\",\"x").text();

    assertThat(byPath).contains("deny");
    assertThat(byName).contains("\"behavior\":\"deny\"");
  }

  @Test
  void status_summarises_events_by_type() {
    session.useTool();
    session.useTool();
    session.send(session.payload("SubagentStop").put("cwd", ""));
    settle();

    JsonNode hooks = api.get("/v1/status").get("hooks");

    assertThat(hooks.findValuesAsText("type")).containsExactly("pre-tool-use", "subagent-stop");
    assertThat(hooks.at("/0/count").asInt()).isEqualTo(2);
    assertThat(hooks.at("/1/errors").asInt()).isEqualTo(1);
    assertThat(ok(swarm.run("status")).out()).contains("pre-tool-use");
  }

  @Test
  void the_table_of_handlers_lists_all_fifteen_types() {
    JsonNode table = api.get("/v1/hooks/config").get("hooks");
    String printed = ok(swarm.run("hooks", "list")).out();

    for (HookType type : HookType.values()) {
      assertThat(table.findValuesAsText("type")).containsOnlyOnce(type.label());
      assertThat(printed).contains(type.label());
    }
  }
}
