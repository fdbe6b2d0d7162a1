package swarmd.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks about modes and tasks, from the host's side of `swarm hook`. */
class ModeAndTaskHooksTest extends SwarmHookTest {

  private JsonNode stop() {
    ObjectNode payload = payload("Stop").put("stop_hook_active", false);
    payload.remove("background_tasks");
    return hook("Stop", payload);
  }

  private ObjectNode tool(String name, String field, String value) {
    ObjectNode payload = payload("PreToolUse").put("tool_name", name);
    payload.putObject("tool_input").put(field, value);
    return hook("PreToolUse", payload);
  }

  @Test
  void keyword_detector() {
    ObjectNode answer =
        hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", "ralph, write it"));

    assertThat(answer.get("systemMessage").asText()).contains("ralph is active");
    assertThat(stop().get("reason").asText()).startsWith("[swarmd ralph ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ralph",
        "autopilot",
        "ultrapilot --worker ann=src/**",
        "swarm",
        "pipeline --stages plan,build",
        "ultraqa --goal tests",
        "ultrawork"
      })
  void a_session_in_a_mode_keeps_working(String mode) {
    swarm("task", "add", "one");
    String[] words = mode.split(" ");
    List<String> command = new ArrayList<>(List.of("mode", "start", "--session", session));
    command.addAll(List.of(words));
    swarm(command.toArray(String[]::new));

    JsonNode held = stop();

    assertThat(held.get("decision").asText()).isEqualTo("block");
    assertThat(held.get("reason").asText()).startsWith("[swarmd " + words[0]);
    assertThat(hook("Stop", payload("Stop"), "OMC_SKIP_HOOKS=" + words[0]).has("decision"))
        .isFalse();
  }

  @Test
  void session_start_and_session_context() {
    swarm("task", "add", "write the parser");

    assertThat(context(hook("SessionStart", payload("SessionStart"))))
        .contains("1 \"write the parser\"");
    eventually().untilAsserted(() -> assertThat(swarm("status", "--json").out()).contains(session));
  }

  @Test
  void todo_tracker() {
    ObjectNode payload = payload("PostToolUse").put("tool_name", "TodoWrite");
    payload
        .putObject("tool_input")
        .putArray("todos")
        .addObject()
        .put("content", "a")
        .put("status", "pending");
    hook("PostToolUse", payload);

    eventually()
        .untilAsserted(() -> assertThat(stop().path("systemMessage").asText()).contains("1 open"));
  }

  @Test
  void agent_identity() {
    ObjectNode payload = payload("PreToolUse").put("tool_name", "Bash").put("agent_id", "reviewer");
    payload.putObject("tool_input").put("command", "swarm task claim");

    assertThat(hook("PreToolUse", payload).at("/hookSpecificOutput/updatedInput/command").asText())
        .isEqualTo(
            "export SWARM_SESSION=%s SWARM_AGENT=reviewer; swarm task claim".formatted(session));
  }

  @Test
  void file_ownership() {
    swarm("task", "add", "the api", "--files", "src/**");
    swarm("task", "claim", "--agent", "ann");

    JsonNode answer = tool("Write", "file_path", project + "/src/A.java").get("hookSpecificOutput");

    assertThat(answer.get("permissionDecision").asText()).isEqualTo("deny");
    assertThat(answer.get("permissionDecisionReason").asText()).contains("belongs to task");
  }
}
