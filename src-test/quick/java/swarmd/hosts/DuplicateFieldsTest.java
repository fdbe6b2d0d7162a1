package swarmd.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;

/** Of two fields with the same name, nobody knows which one the host means. */
class DuplicateFieldsTest extends InProcessTest {

  private JsonNode send(String host, String path, String fields) {
    String body = "{\"session_id\":\"s1\",\"cwd\":\"%s\",%s}".formatted(daemon.project(), fields);
    return Api.json(
        api.http().send("POST", path, Map.of("Swarm-Host", host), body.getBytes(UTF_8)).text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf"
            + " /\"},\"tool_input\":{\"command\":\"ls\"}",
        "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"},\"tool_input\":{\"command\":\"ls\"}",
        "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf /\",\"command\":\"ls\"}",
        "\"tool_name\":\"Write\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}",
        "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm\",\"com\\u006dand\":\"ls\"}",
        "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\",\"a\":[{\"b\":1,\"b\":2}]}"
      })
  void a_permission_request_with_a_duplicate_field_is_denied(String fields) {
    String named = "\"hook_event_name\":\"PermissionRequest\"," + fields;

    assertThat(
            send("claude", "/v1/hooks", named).at("/hookSpecificOutput/decision/behavior").asText())
        .isEqualTo("deny");
    JsonNode generic = send("generic", "/v1/hooks/permission-request", fields);
    assertThat(generic.path("decision").asText()).isEqualTo("deny");
    assertThat(generic.path("continue").asBoolean()).isFalse();
  }

  @Test
  void a_permission_request_that_also_calls_itself_something_else_is_denied() {
    JsonNode answer =
        send(
            "claude",
            "/v1/hooks",
            "\"hook_event_name\":\"PermissionRequest\",\"tool_name\":\"Bash\","
                + "\"tool_input\":{\"command\":\"ls\"},\"hook_event_name\":\"Notification\"");

    assertThat(answer.at("/hookSpecificOutput/decision/behavior").asText()).isEqualTo("deny");
  }

  @Test
  void a_tool_call_with_a_duplicate_field_is_judged_by_nobody() {
    JsonNode answer =
        send(
            "claude",
            "/v1/hooks",
            "\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm"
                + " -rf /\",\"command\":\"swarm status\"}");

    assertThat(answer).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void the_last_of_two_fields_counts_for_other_events() {
    JsonNode answer =
        send(
            "claude",
            "/v1/hooks",
            "\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"hello\",\"prompt\":\"ralph,"
                + " go\"");

    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText()).contains("ralph");
  }
}
