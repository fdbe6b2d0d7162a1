package swarmd.builtin.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.builtin.SwarmHookTest;
import swarmd.sessions.MainAgent;

/** One example of each hook, through the installed `swarm hook`. */
class MemoryHooksTest extends SwarmHookTest {

  private ObjectNode afterCompaction() {
    return hook("SessionStart", payload("SessionStart").put("source", "compact"));
  }

  @Test
  void notepad() {
    hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", "<remember>x</remember>"));
    swarm("note", "add", "--priority", "use tabs");

    assertThat(context(afterCompaction())).contains("(important): use tabs", ": x");
  }

  @Test
  void mode_registry_and_recovery_of_modes() {
    hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", "ralph: port it"));

    assertThat(context(afterCompaction()))
        .contains("Active in this session: ralph.")
        .contains("[swarmd recovery] Continue the unfinished work of ralph.");
  }

  @Test
  void pre_compact() {
    swarm("mode", "start", "ralph", "--session", session);

    assertThat(hook("PreCompact", payload("PreCompact")).get("keep_in_the_summary").asText())
        .contains("keep this in the summary", "Active in this session: ralph");
    assertThat(answer(payload("PreCompact"), "SWARM_HOST=generic").get("message").asText())
        .contains("keep this in the summary", "Active in this session: ralph");
  }

  @Test
  void after_a_compaction_a_session_gets_its_mode_tasks_and_notes_again() {
    hook("UserPromptSubmit", payload("UserPromptSubmit").put("prompt", "ralph: port it"));
    swarm("note", "add", "--priority", "use tabs");
    swarm("task", "add", "the parser");
    swarm("task", "claim", "--session", session, "--agent", MainAgent.nameIn(session));
    hook("PreCompact", payload("PreCompact"));

    assertThat(context(afterCompaction()))
        .contains("Active in this session: ralph.", "\"port it\"")
        .containsPattern("You hold: \\d+ \"the parser\"")
        .contains("(important): use tabs");
  }

  @Test
  void recovery_of_edits() {
    ObjectNode payload = payload("PostToolUseFailure").put("tool_name", "Edit");
    payload.putObject("tool_input").put("file_path", "a.txt");
    payload.put("error", "String to replace not found in file.");

    assertThat(context(hook("PostToolUseFailure", payload)))
        .contains("a.txt: the text to replace was not found. Read the file again");
  }

  @Test
  void preemptive_compaction() throws IOException {
    Path transcript =
        write("t.jsonl", "{\"message\":{\"usage\":{\"input_tokens\":180000}}}\n").toRealPath();
    ObjectNode payload = payload("PostToolUse").put("transcript_path", transcript.toString());

    assertThat(hook("PostToolUse", payload).get("systemMessage").asText()).contains("90 % full");
  }
}
