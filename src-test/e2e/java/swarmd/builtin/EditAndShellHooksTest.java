package swarmd.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

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

  private void claimedByAnother(String files) {
    swarm("task", "add", "the api", "--files", files);
    swarm("task", "claim", "--agent", "ada");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > src/A.java",
        "cd src && cat > A.java <<'EOF'\nx\nEOF",
        "sed -i s/a/b/ src/*.java",
        "git checkout -- src/A.java",
        "find src -name '*.java' | xargs rm",
        "bash -lc \"echo x | tee src/A.java\""
      })
  void file_ownership_denies_a_command_that_writes(String text) {
    write("src/A.java", "a");
    claimedByAnother("src/**");

    assertThat(command(text).at("/hookSpecificOutput/permissionDecisionReason").asText())
        .contains("src/A.java belongs to task", "which agent ada is working on");
    assertThat(command("cat src/A.java | sort > out.txt")).hasToString("{\"continue\":true}");
  }

  /** The notice for the owner waits for its next tool. */
  @Test
  void file_ownership_tells_both_agents_what_a_script_has_changed() {
    write("src/A.java", "a");
    write("gen.sh", "echo generated > src/A.java");
    String owner = UUID.randomUUID().toString();
    hook("PostToolUse", tool("PostToolUse", "Bash", "command", "true").put("session_id", owner));
    swarm("task", "add", "the api", "--files", "src/**");
    claimIn(owner);

    assertThat(command("sh gen.sh")).hasToString("{\"continue\":true}");
    Programs.run(project, daemon.environment(), "sh", "gen.sh");

    assertThat(context(hook("PostToolUse", tool("PostToolUse", "Bash", "command", "sh gen.sh"))))
        .contains("while your command ran, files of task", "src/A.java");
    ObjectNode next = tool("PostToolUse", "Bash", "command", "true").put("session_id", owner);
    assertThat(context(hook("PostToolUse", next)))
        .contains("were written while the main agent of session " + session)
        .contains("ran the command \"sh gen.sh\": src/A.java");
  }

  private void claimIn(String owner) {
    String[] command =
        Stream.concat(
                Stream.of("env", "SWARM_SESSION=" + owner),
                Stream.of(RunningDaemon.swarmCommand("task", "claim")))
            .toArray(String[]::new);
    assertThat(Programs.run(project, daemon.environment(), command).exit()).isZero();
  }

  @Test
  void agent_identity() {
    ObjectNode payload =
        tool("PreToolUse", "Bash", "command", "cd ~/dev/swarm && ls").put("agent_id", "sub1");
    assertThat(hook("PreToolUse", payload)).hasToString("{\"continue\":true}");
    ((ObjectNode) payload.get("tool_input")).put("command", "cd ~/dev/swarm && swarm status");
    assertThat(hook("PreToolUse", payload).toString())
        .contains("SWARM_AGENT=sub1; cd ~/dev/swarm && swarm status");
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
