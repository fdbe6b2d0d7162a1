package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;

/** Shell commands respect the files of another agent's task. */
class ShellOwnershipTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession mine;
  private HostSession theirs;
  private Path owned;

  @BeforeEach
  void claimFiles() throws IOException {
    mine = new HostSession(api.http(), daemon.project(), "mine");
    theirs = new HostSession(api.http(), daemon.project(), "theirs");
    owned = daemon.project().resolve("src/A.java");
    Files.createDirectories(owned.getParent());
    Files.writeString(owned, "class A {}\n");
    claim(api, theirs, "main-theirs");
  }

  private static void claim(Api api, HostSession session, String agent) {
    ObjectNode task = api.body().put("title", "the api");
    task.putArray("files").add("src/**");
    api.post("/v1/tasks", task);
    api.claim(api.body().put("agent", agent).put("session", session.id()));
  }

  private static ObjectNode bash(HostSession session, String event, String command) {
    ObjectNode payload =
        session.payload(event).put("tool_name", "Bash").put("tool_use_id", "bash" + command);
    payload.putObject("tool_input").put("command", command);
    return payload;
  }

  private static JsonNode before(HostSession session, String command) {
    return session.send(bash(session, "PreToolUse", command));
  }

  private static String after(HostSession session, String command) {
    return session
        .send(bash(session, "PostToolUse", command))
        .at("/hookSpecificOutput/additionalContext")
        .asText();
  }

  private static ObjectNode edit(HostSession session, String event, Path file) {
    ObjectNode payload =
        session.payload(event).put("tool_name", "Edit").put("tool_use_id", "edit" + file);
    payload.putObject("tool_input").put("file_path", file.toString());
    return payload;
  }

  @Test
  void the_reason_is_the_same_as_for_an_edit() {
    JsonNode shell = before(mine, "echo x > src/A.java");

    assertThat(shell).isEqualTo(mine.send(edit(mine, "PreToolUse", owned)));
    assertThat(shell.at("/hookSpecificOutput/permissionDecision").asText()).isEqualTo("deny");
  }

  @ParameterizedTest
  @CsvSource({
    "deny, permissionDecision, deny",
    "ask, permissionDecision, ask",
    "warn, additionalContext, may conflict",
    "off, continue, true"
  })
  void the_setting_decides_what_happens(String setting, String field, String value) {
    try (InProcessDaemon other = InProcessDaemon.start(Map.of("SWARMD_FILE_OWNERSHIP", setting));
        Api there = other.api()) {
      HostSession owner = new HostSession(there.http(), other.project(), "theirs");
      HostSession writer = new HostSession(there.http(), other.project(), "mine");
      claim(there, owner, "main-theirs");

      JsonNode answer = before(writer, "rm src/A.java");

      assertThat(answer.findValue(field)).as(answer.toString()).isNotNull();
      assertThat(answer.findValue(field).asText()).contains(value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh slow.sh &", "nohup sh slow.sh", "(sh slow.sh &) >/dev/null"})
  void a_command_that_goes_on_after_its_tool_has_ended_is_watched(String command)
      throws IOException {
    before(mine, command);
    assertThat(after(mine, command)).isEmpty();
    daemon.time().advance(Duration.ofSeconds(2));
    Files.writeString(owned, "written by slow.sh");

    before(mine, "true");
    assertThat(after(mine, "true")).contains("files of task 1", "src/A.java");
    daemon.time().advance(Duration.ofSeconds(2));
    before(mine, "true");
    assertThat(after(mine, "true")).isEmpty();
    theirs.useTool();
    assertThat(after(theirs, "true")).contains("while the main agent of session mine ran", command);
  }

  @Test
  void the_holder_and_its_subagents_are_never_denied() {
    theirs.startSubagent("sub1");
    api.add("what is sent before has been recorded");

    assertThat(before(theirs, "echo x > src/A.java")).isEqualTo(CONTINUE);
    ObjectNode subagents = bash(theirs, "PreToolUse", "rm src/A.java").put("agent_id", "sub1");
    assertThat(theirs.send(subagents)).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PreToolUse", "gemini-BeforeTool"})
  void a_recorded_command_is_denied_in_its_host_s_format(String file) {
    Recording recording = Recording.of(file);
    ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());
    ((ObjectNode) payload.get("tool_input")).put("command", "echo x > src/A.java");

    JsonNode answer = mine.send(payload);

    assertThat(HostRules.problems(recording.host(), recording.event(), (ObjectNode) answer))
        .isEmpty();
    assertThat(answer.toString()).contains("\"deny\"", "belongs to task 1");
  }

  @Test
  void paths_start_in_the_folder_where_the_command_runs() {
    mine.start();
    ObjectNode below = bash(mine, "PreToolUse", "echo x > A.java");
    below.put("cwd", owned.getParent().toString());
    assertThat(mine.send(below).toString()).contains("\"deny\"");

    ObjectNode named = Recording.of("gemini-BeforeTool").payload();
    named.put("cwd", daemon.project().toString());
    ((ObjectNode) named.get("tool_input")).put("command", "rm A.java").put("dir_path", "src");
    assertThat(mine.send(named).toString()).contains("\"deny\"");
  }

  @Test
  void both_agents_are_told_once_what_a_script_has_changed() throws IOException {
    assertThat(before(mine, "./gen.sh")).isEqualTo(CONTINUE);
    Files.writeString(owned, "class A { int generated; }\n");
    Files.writeString(owned.resolveSibling("New.java"), "class New {}\n");

    assertThat(after(mine, "./gen.sh"))
        .isEqualTo(
            "swarmd: while your command ran, files of task 1 (\"the api\"), which agent main-theirs"
                + " of session theirs is working on, were written: src/A.java, src/New.java"
                + " (created). That agent is told as well. If your command did that, do not repeat"
                + " it, and leave these files to that agent.");
    assertThat(after(theirs, "true"))
        .isEqualTo(
            "swarmd: files of your task 1 were written while the main agent of session mine ran the"
                + " command \"./gen.sh\": src/A.java, src/New.java (created). Re-read them before"
                + " you edit them again.");
    assertThat(after(mine, "./gen.sh")).isEmpty();
    assertThat(after(theirs, "ls")).isEmpty();
  }

  @Test
  void the_owner_reads_the_command_as_the_agent_wrote_it() throws IOException {
    String command = "swarm status; ./gen.sh";
    ObjectNode call = bash(mine, "PreToolUse", command).put("agent_id", "sub1");
    String sent =
        mine.send(call).at("/hookSpecificOutput/updatedInput/command").asText("unchanged");
    assertThat(sent).startsWith("export SWARM_SESSION=mine");
    Files.writeString(owned, "class A { int x; }\n");
    ObjectNode result = bash(mine, "PostToolUse", sent).put("agent_id", "sub1");
    mine.send(result.put("tool_use_id", call.get("tool_use_id").asText()));

    assertThat(after(theirs, "true"))
        .contains("agent sub1 of session mine ran the command \"swarm status; ./gen.sh\"");
  }

  @Test
  void a_command_that_fails_is_checked_as_well_and_so_are_deletions() throws IOException {
    before(mine, "./gen.sh");
    Files.delete(owned);

    JsonNode answer = mine.send(bash(mine, "PostToolUseFailure", "./gen.sh").put("error", "1"));

    assertThat(answer.toString()).contains("src/A.java (deleted)");
  }

  @Test
  void gemini_gets_the_notice_after_its_tool() throws IOException {
    ObjectNode call = Recording.of("gemini-BeforeTool").payload();
    call.put("cwd", daemon.project().toString());
    ((ObjectNode) call.get("tool_input")).put("command", "make");
    assertThat(mine.send(call)).isEqualTo(CONTINUE);
    Files.writeString(owned, "class A { }\n");

    ObjectNode result = Recording.of("gemini-AfterTool").payload();
    result.put("cwd", daemon.project().toString());
    result.put("session_id", call.get("session_id").asText());
    result.set("tool_name", call.get("tool_name"));
    result.set("tool_input", call.get("tool_input"));
    JsonNode answer = mine.send(result);

    assertThat(HostRules.problems("gemini", "AfterTool", (ObjectNode) answer)).isEmpty();
    assertThat(answer.toString()).contains("while your command ran, files of task 1");
  }

  @Test
  void nothing_is_said_of_what_the_owner_does_itself_meanwhile() throws IOException {
    before(mine, "./gradlew test");
    theirs.send(edit(theirs, "PreToolUse", owned));
    Files.writeString(owned, "class A { int mine; }\n");
    theirs.send(edit(theirs, "PostToolUse", owned));
    assertThat(after(mine, "./gradlew test")).isEmpty();

    before(mine, "./gradlew test");
    before(theirs, "./gradlew format");
    Files.writeString(owned, "class A { int formatted; }\n");
    assertThat(after(mine, "./gradlew test")).isEmpty();
    after(theirs, "./gradlew format");

    before(mine, "./gradlew test");
    assertThat(after(mine, "./gradlew test")).isEmpty();
  }

  @Test
  void what_happened_before_or_after_the_command_is_not_its_doing() throws IOException {
    Files.writeString(owned, "class A { int before; }\n");
    before(mine, "./gradlew test");
    String during = after(mine, "./gradlew test");
    Files.writeString(owned, "class A { int after; }\n");

    assertThat(during).isEmpty();
    assertThat(after(mine, "./gradlew test")).isEmpty();
  }

  @Test
  void a_task_that_was_given_back_meanwhile_owns_nothing() throws IOException {
    before(mine, "./gen.sh");
    Files.writeString(owned, "class A { int x; }\n");
    ok(swarm.run("task", "cancel", "1"));

    assertThat(after(mine, "./gen.sh")).isEmpty();
  }
}
