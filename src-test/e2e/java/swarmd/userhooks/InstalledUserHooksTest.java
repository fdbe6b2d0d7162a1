package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.builtin.SwarmHookTest;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** The user's hooks as a host runs them: in a trusted project, through `swarm hook`. */
class InstalledUserHooksTest extends SwarmHookTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("swarmd.repository"), "docs/example-plugin/src/example");

  @Override
  protected Map<String, String> settings() {
    return Map.of("SWARMD_ANY_TOKEN", "secret", "EDITOR", "ed");
  }

  @Override
  protected void prepare(Path home) throws IOException {
    Files.createDirectories(home.resolve("plugins"));
    PluginJars.make(home, "example.ForcePush", Files.readString(EXAMPLE.resolve("ForcePush.java")));
  }

  private void trusted(String settings) {
    write(".swarmd/settings.json", settings);
    swarm("hooks", "trust", "--yes");
  }

  /** Settings with these commands for one event. */
  private static String hooks(String event, List<String> commands) {
    ObjectNode settings = Api.object();
    var hooks = settings.putObject("hooks");
    hooks.put("maxConcurrentHooks", 5);
    var group = hooks.putArray(event).addObject().putArray("hooks");
    commands.forEach(command -> group.addObject().put("type", "command").put("command", command));
    return settings.toString();
  }

  private ObjectNode tool(String recording, String name, Map<String, String> input) {
    ObjectNode payload = payload(recording).put("tool_name", name).put("tool_use_id", "t1");
    input.forEach(payload.putObject("tool_input")::put);
    return payload;
  }

  private ObjectNode before(String name, String field, String value) {
    return hook("PreToolUse", tool("PreToolUse", name, Map.of(field, value)));
  }

  private static String decision(JsonNode answer) {
    return answer.at("/hookSpecificOutput/permissionDecision").asText();
  }

  @Test
  void a_script_validates_only_the_tools_that_its_matcher_names() {
    boolean python =
        Programs.run(project, daemon.environment(), "sh", "-c", "python -c 'pass'").exit() == 0;
    assumeTrue(python, "there is no python");
    write(
        ".claude/hooks/validate.py",
        """
        import json, sys
        event = json.load(sys.stdin)
        if "secret" in json.dumps(event["tool_input"]):
            sys.stderr.write(event["tool_name"] + " may not see secrets")
            sys.exit(2)
        """);
    trusted(
        """
        {
          "hooks": {
            "PreToolUse": [
              {
                "matcher": "Read|Grep|Bash",
                "hooks": [
                  {
                    "type": "command",
                    "command": "python .claude/hooks/validate.py",
                    "timeout": 30
                  }
                ]
              }
            ]
          }
        }
        """);

    JsonNode denied = before("Read", "file_path", "secret.txt");
    assertThat(decision(denied)).isEqualTo("deny");
    assertThat(denied.at("/hookSpecificOutput/permissionDecisionReason").asText())
        .isEqualTo("Read may not see secrets");
    session = session + "-2"; // the same tool use would get its first answer again
    assertThat(before("Read", "file_path", "open.txt")).isEqualTo(Api.json("{\"continue\":true}"));
    session = session + "-3";
    assertThat(before("Write", "file_path", "secret.txt"))
        .isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void a_hook_holds_the_agent_while_todos_are_open() {
    trusted(
        """
        {
          "hooks": {
            "Stop": [{
              "name": "ensure-todos-complete",
              "hooks": [{
                "type": "command",
                "command": "if grep -q '\\\\[ \\\\]' TODO.md 2>/dev/null; then echo '{\\"continue\\":true,\\"reason\\":\\"Incomplete TODOs found\\"}'; fi"
              }]
            }]
          }
        }
        """);
    write("TODO.md", "- [ ] one\n");

    JsonNode held = hook("Stop", payload("Stop"));
    write("TODO.md", "- [x] one\n");
    JsonNode letGo = hook("Stop", payload("Stop"));

    assertThat(held.get("decision").asText()).isEqualTo("block");
    assertThat(held.get("reason").asText()).isEqualTo("Incomplete TODOs found");
    assertThat(letGo.has("decision")).isFalse();
  }

  @Test
  void scripts_allow_and_block_a_tool_of_gemini_cli() {
    write(
        "hooks/block.sh",
        """
        echo '{
          "decision": "block",
          "reason": "File writing blocked by security policy"
        }'
        """);
    write(
        "hooks/allow.sh",
        """
        echo '{
          "decision": "allow",
          "reason": "File writing approved"
        }'
        """);
    trusted(
        """
        {"hooks": {"BeforeTool": [
          {"matcher": "write_file", "hooks": [{"type": "command", "command": "sh hooks/block.sh"}]},
          {"matcher": "replace", "hooks": [{"type": "command", "command": "sh hooks/allow.sh"}]}]}}
        """);

    JsonNode blocked =
        hook(
            "gemini-BeforeTool",
            tool("gemini-BeforeTool", "write_file", Map.of("file_path", "x")),
            "GEMINI_PROJECT_DIR=" + project);
    session = session + "-2";
    JsonNode allowed =
        hook(
            "gemini-BeforeTool",
            tool("gemini-BeforeTool", "replace", Map.of("file_path", "x")),
            "GEMINI_PROJECT_DIR=" + project);

    assertThat(blocked.get("decision").asText()).isEqualTo("deny");
    assertThat(blocked.get("reason").asText()).isEqualTo("File writing blocked by security policy");
    assertThat(allowed.get("decision").asText()).isEqualTo("allow");
  }

  @Test
  void the_third_hook_sees_the_input_as_changed_by_the_second() {
    trusted(
        hooks(
            "PreToolUse",
            List.of(
                "true",
                "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{\"content\":\"y\"}}}'",
                "cat >seen.json; echo"
                    + " '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{\"mode\":\"z\"}}}'")));

    JsonNode answer = before("Write", "file_path", "/x");

    assertThat(Api.json(read("seen.json")).get("tool_input"))
        .isEqualTo(Api.json("{\"file_path\":\"/x\",\"content\":\"y\"}"));
    assertThat(answer.at("/hookSpecificOutput/updatedInput"))
        .isEqualTo(Api.json("{\"file_path\":\"/x\",\"content\":\"y\",\"mode\":\"z\"}"));
  }

  @Test
  void the_third_hook_does_not_run_after_a_denial_by_the_second() {
    trusted(hooks("PreToolUse", List.of("true", "echo no >&2; exit 2", "touch third")));

    assertThat(decision(before("Write", "file_path", "/x"))).isEqualTo("deny");
    assertThat(project.resolve("third")).doesNotExist();
  }

  @Test
  void ten_hooks_after_a_tool_run_five_at_a_time_and_answer_in_order() {
    List<String> commands =
        IntStream.range(0, 10)
            .mapToObj(
                i ->
                    "touch run.%d; ls run.* | wc -l >>atonce; sleep 0.2; rm run.%d; echo said %d"
                        .formatted(i, i, i))
            .toList();
    trusted(hooks("PostToolUse", commands));

    String context =
        context(hook("PostToolUse", tool("PostToolUse", "Write", Map.of("file_path", "/x"))));

    assertThat(context)
        .isEqualTo(
            IntStream.range(0, 10).mapToObj(i -> "said " + i).collect(Collectors.joining("\n\n")));
    List<Integer> atOnce = read("atonce").lines().map(String::strip).map(Integer::valueOf).toList();
    assertThat(atOnce).hasSize(10).allMatch(count -> count <= 5).anyMatch(count -> count > 1);
  }

  @Test
  void problems_of_files_and_failures_of_hooks_are_logged() throws IOException {
    trusted(
        """
        {"hooks": {"PreToolUse": [{"name": "guard", "hooks": [
          {"type": "command"},
          {"type": "command", "command": "echo broken >&2; exit 3"}]}]}}
        """);

    before("Write", "file_path", "/x");

    assertThat(Files.readAllLines(daemon.home().resolve("log/swarmd.log")))
        .filteredOn(line -> line.contains("WARN"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(project + "/.swarmd/settings.json:2:3: 'command' is missing"))
        .anySatisfy(line -> assertThat(line).contains("hook guard failed: exit code 3: broken"));
  }

  @Test
  void a_hook_gets_the_daemons_environment_without_its_secrets() {
    trusted(hooks("PreToolUse", List.of("env >environment")));

    before("Write", "file_path", "/x");

    assertThat(read("environment")).contains("EDITOR=ed").doesNotContain("SWARMD_ANY_TOKEN");
  }

  @Test
  void the_example_plugin_denies_a_forced_push() {
    assertThat(decision(before("Bash", "command", "git push --force"))).isEqualTo("deny");
    session = session + "-2";
    assertThat(before("Bash", "command", "git push")).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void the_example_plugin_is_listed_with_the_hooks() {
    assertThat(swarm("hooks", "test", "PreToolUse").out())
        .containsPattern("no-force-push +plugin .*java example\\.ForcePush");
    assertThat(swarm("hooks", "status").out()).containsPattern("example\\.ForcePush +plugin +1 +0");
  }

  private String read(String name) {
    try {
      return Files.readString(project.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_hook_that_is_late_leaves_a_note_in_a_project_with_an_omc_folder() throws IOException {
    trusted(
        "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"name\":\"slow\",\"type\":\"command\","
            + "\"command\":\"sleep 600\",\"timeout\":0.2}]}]}}");
    Path note = project.resolve(".omc/state/last-tool-error.json");

    ObjectNode unnoted = before("Write", "file_path", project.resolve("a.txt").toString());
    assertThat(unnoted.get("systemMessage").asText()).contains("hook slow timed out");
    assertThat(project.resolve(".omc")).doesNotExist();

    Files.createDirectory(project.resolve(".omc"));
    hook("PreToolUse", tool("PreToolUse", "Write", Map.of()).put("tool_use_id", "t2"));

    eventually().until(() -> Files.exists(note));
    JsonNode written = Api.json(Files.readString(note));
    assertThat(written.get("tool_name").asText()).isEqualTo("Write");
    assertThat(written.get("session_id").asText()).isEqualTo(session);
    assertThat(written.get("error").asText()).isEqualTo("hook slow timed out after 200 ms");
    assertThat(written.get("timestamp").asLong()).isPositive();
  }
}
