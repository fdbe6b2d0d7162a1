package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import swarmd.builtin.SwarmHookTest;

/** The context that a model gets from these hooks, through the installed `swarm hook`. */
class ContextHooksTest extends SwarmHookTest {

  private ObjectNode read(String recording, String tool, String file) {
    ObjectNode payload = payload(recording).put("tool_name", tool);
    payload.putObject("tool_input").put("file_path", project.resolve(file).toString());
    return payload;
  }

  @Test
  void rules_injector_shows_the_rules_for_a_file() {
    write("src/A.java", "");
    write(".github/instructions/a.instructions.md", "---\napplyTo: '**/*.java'\n---\nUse records.");
    ObjectNode payload = read("PostToolUse", "Read", "src/A.java");

    assertThat(context(hook("PostToolUse", payload)))
        .isEqualTo(
            """
            [swarmd rules-injector] This project's rules for src/A.java:

            ## .github/instructions/a.instructions.md
            > Use records.\
            """);
    assertThat(context(hook("PostToolUse", payload))).isEmpty();
  }

  @Test
  void only_hooks_named_in_the_host_s_environment_are_silent() {
    String both = "OMC_SKIP_HOOKS=rules-injector,notepad";
    write("src/A.java", "");
    write(".cursor/rules/a.md", "Use records.");
    write("src/README.md", "The sources.");
    swarm("note", "add", "use tabs");
    swarm("task", "add", "the parser");
    ObjectNode payload = read("PostToolUse", "Read", "src/A.java");
    ObjectNode start = payload("SessionStart");

    assertThat(context(hook("SessionStart", start, both)))
        .contains("the parser")
        .doesNotContain("use tabs");
    assertThat(context(hook("SessionStart", start))).contains("the parser", "use tabs");
    assertThat(context(hook("PostToolUse", payload, both)))
        .contains("The sources.")
        .doesNotContain("Use records.");
    assertThat(context(hook("PostToolUse", payload))).contains("Use records.");
  }

  @Test
  void directory_readme_injector_shows_readmes() {
    write("src/A.java", "");
    write("src/README.md", "The sources.");

    assertThat(
            context(hook("gemini-AfterTool", read("gemini-AfterTool", "read_file", "src/A.java"))))
        .endsWith("## src/README.md\n> The sources.");
  }

  @Test
  void learner_shows_a_skill() {
    write(".swarmd/skills/a.md", "---\nname: tours\ntriggers: [the tour]\n---\nBegin on the left.");

    assertThat(context(hook("UserPromptSubmit", payload("UserPromptSubmit"))))
        .endsWith("(written in this repository: tours)\n> Begin on the left.");
  }

  @Test
  void auto_slash_command_expands_a_call() {
    write(".swarmd/commands/tour.md", "Show $1 the house.");
    ObjectNode payload = payload("gemini-BeforeAgent").put("prompt", "/tour bob");

    assertThat(context(hook("gemini-BeforeAgent", payload))).endsWith("\n\n> Show bob the house.");
  }
}
