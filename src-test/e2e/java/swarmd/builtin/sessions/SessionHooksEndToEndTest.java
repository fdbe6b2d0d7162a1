package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.builtin.SwarmHookTest;
import swarmd.hosts.Recording;
import swarmd.testing.Api;

/** The hooks for sessions and messages, through the installed `swarm hook`. */
class SessionHooksEndToEndTest extends SwarmHookTest {

  @Override
  protected Map<String, String> settings() {
    return Map.of("SWARMD_HOOKS_ON", "thinking-block-validator");
  }

  private ObjectNode variant(String event, String label) {
    return Recording.all().stream()
        .filter(each -> each.event().equals(event) && each.label().equals(label))
        .findFirst()
        .orElseThrow()
        .payload()
        .put("session_id", session)
        .put("cwd", project.toString());
  }

  private ObjectNode write(String agent) {
    ObjectNode payload = variant("PostToolUse", "Write");
    ((ObjectNode) payload.get("tool_input")).put("file_path", project.resolve("a.txt").toString());
    return agent.isEmpty() ? payload : payload.put("agent_id", agent).put("agent_type", "Explore");
  }

  @Test
  void subagent_tracker() {
    hook("SubagentStart", payload("SubagentStart"));
    hook("PostToolUse", write("a518d366fd1a0d02b"));

    assertThat(context(hook("PostToolUse", write(""))))
        .startsWith("swarmd: a.txt was also edited by agent a518d366fd1a0d02b (Explore, ");
    eventually().until(() -> swarm("status").out().contains("Explore a518d366fd1a0d02b ("));
  }

  @Test
  void session_end() {
    hook("SessionStart", payload("SessionStart"));
    hook("PostToolUse", write(""));
    hook("SessionEnd", payload("SessionEnd"));

    eventually()
        .until(
            () ->
                swarm("events", "--hooks", "--session", session, "-n", "1")
                    .out()
                    .contains(" s, 2 events, 1 file edited"));
  }

  @Test
  void todo_continuation() {
    hook("PostToolUse", variant("PostToolUse", "TaskCreate"));
    hook("PostToolUse", variant("PostToolUse", "TaskUpdate"));

    assertThat(hook("Stop", payload("Stop")).get("systemMessage").asText())
        .isEqualTo("swarmd: the session stops with 1 open todo");
    assertThat(
            context(hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", "go on"))))
        .contains("swarmd: when you last stopped, you left 1 open todo.");
    assertThat(context(hook("SessionStart", payload("SessionStart").put("source", "resume"))))
        .startsWith("swarmd: open todos from earlier in this session: 1");
  }

  @Test
  void background_notification() {
    ObjectNode stop = payload("Stop");
    stop.set("background_tasks", variant("SubagentStop", "Explore").get("background_tasks"));
    hook("Stop", stop);

    assertThat(context(hook("SessionStart", payload("SessionStart").put("source", "resume"))))
        .contains("these background tasks were running: s.");
  }

  @Test
  void setup() {
    Path envFile = write("env.sh", "");

    ObjectNode answer = hook("Setup", payload("Setup"), "CLAUDE_ENV_FILE=" + envFile);

    assertThat(answer.get("systemMessage").asText())
        .isEqualTo(
            "swarmd: created .swarmd and .swarmd/.gitignore, set SWARM_SESSION in the session's"
                + " shell");
    assertThat(envFile).hasContent("export SWARM_SESSION='" + session + "'\n");
    assertThat(hook("Setup", variant("Setup", "maintenance")).get("systemMessage").asText())
        .startsWith("swarmd: deleted old data (sessions: 0");
  }

  @Test
  void thinking_block_validator() {
    ObjectNode payload = payload("gemini-AfterModel");
    ArrayNode messages = (ArrayNode) payload.at("/llm_request/messages");
    messages.add(Api.json("{\"role\":\"model\",\"parts\":[{\"text\":\"hi\"}]}"));
    messages.add(Api.json("{\"role\":\"model\",\"parts\":[{\"thought\":true,\"text\":\"x\"}]}"));

    assertThat(hook("gemini-AfterModel", payload).get("systemMessage").asText())
        .startsWith("swarmd: 1 of the last 2 model turns have no thinking block");
  }

  @Test
  void empty_message_sanitizer() {
    assertThat(context(hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", " "))))
        .isEqualTo("[user message was empty]");
    ObjectNode payload = payload("gemini-BeforeModel");
    ((ObjectNode) payload.at("/llm_request/messages/0")).put("content", "");

    assertThat(
            hook("gemini-BeforeModel", payload)
                .at("/hookSpecificOutput/llm_request/messages/0/content")
                .asText())
        .isEqualTo("[message was empty]");
  }
}
