package swarmd.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Hooks about edits, searches and commands, from the host's side of `swarm hook`. */
class EditAndShellHooksTest extends SwarmHookTest {

  private ObjectNode tool(String event, String tool, String field, String value) {
    ObjectNode payload = payload(event).put("tool_name", tool);
    payload.remove("tool_response");
    payload.putObject("tool_input").put(field, value);
    return payload;
  }

  private ObjectNode prompt(String text) {
    return hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", text));
  }

  private ObjectNode command(String text) {
    return hook("PreToolUse", tool("PreToolUse", "Bash", "command", text));
  }

  @Test
  void comment_checker() {
    ObjectNode payload = tool("PostToolUse", "Write", "file_path", project + "/a.py");
    ((ObjectNode) payload.get("tool_input")).put("content", "# return result\nreturn result\n");

    assertThat(context(hook("PostToolUse", payload))).contains("`# return result`");
    assertThat(context(hook("PostToolUse", payload))).isEmpty();
  }

  @Test
  void non_interactive_env() {
    assertThat(context(command("git commit"))).contains("git commit -m TEXT");
    assertThat(command("git status")).hasToString("{\"continue\":true}");
  }

  @Test
  void plugin_patterns() {
    write(
        ".swarmd/settings.json",
        """
        {"patterns": {"commit": "conventional", "onViolation": "deny",
          "after": [{"files": "**/*.java", "say": "run ./gradlew format"}]}}
        """);

    assertThat(command("git commit -m stuff").at("/hookSpecificOutput/permissionDecision").asText())
        .isEqualTo("deny");
    assertThat(command("git commit -m 'fix: stuff'")).hasToString("{\"continue\":true}");
    assertThat(context(hook("PostToolUse", tool("PostToolUse", "Edit", "file_path", "src/A.java"))))
        .contains("run ./gradlew format");
  }

  @Test
  void omc_orchestrator() {
    prompt("swarm 3 agents");
    ObjectNode edit = tool("PreToolUse", "Edit", "file_path", project + "/src/A.java");

    assertThat(context(hook("PreToolUse", edit))).contains("give src/A.java to a subagent");
    assertThat(hook("PreToolUse", edit, "OMC_SKIP_HOOKS=omc-orchestrator"))
        .hasToString("{\"continue\":true}");
  }

  @Test
  void agent_usage_reminder() {
    ObjectNode search = tool("PostToolUse", "Grep", "pattern", "x");
    for (int i = 0; i < 4; i++) {
      assertThat(context(hook("PostToolUse", search))).isEmpty();
    }

    assertThat(context(hook("PostToolUse", search))).contains("subagent");
  }

  @Test
  void think_mode() {
    assertThat(context(prompt("think hard about it"))).contains("thorough thinking");
    assertThat(context(prompt("ralph, think hard"))).doesNotContain("thorough thinking");
  }

  @Test
  void permission_handler() {
    ObjectNode payload = payload("PermissionRequest");
    ObjectNode input = (ObjectNode) payload.get("tool_input");

    input.put("command", "ls " + project);
    assertThat(hook("PermissionRequest", payload).toString()).contains("allow");
    input.put("command", "ls /etc");
    assertThat(hook("PermissionRequest", payload)).hasToString("{\"continue\":true}");
  }
}
