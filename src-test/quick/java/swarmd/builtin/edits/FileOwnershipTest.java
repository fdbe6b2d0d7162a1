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
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;

/** Agents cannot edit the files of another agent's task. */
class FileOwnershipTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession mine;
  private HostSession theirs;

  @BeforeEach
  void openSessions() {
    mine = new HostSession(api.http(), daemon.project(), "mine");
    theirs = new HostSession(api.http(), daemon.project(), "theirs");
  }

  private static void claim(Api api, String files, String agent, HostSession session) {
    ObjectNode task = api.body().put("title", "the api");
    task.putArray("files").add(files);
    api.post("/v1/tasks", task);
    api.claim(api.body().put("agent", agent).put("session", session.id()));
  }

  private void claim(String files, String agent, HostSession session) {
    claim(api, files, agent, session);
  }

  private static ObjectNode edit(HostSession session, String tool, String field, String file) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", tool);
    payload.putObject("tool_input").put(field, file);
    return payload;
  }

  private static ObjectNode write(HostSession session, String file) {
    return edit(session, "Write", "file_path", file);
  }

  private static void assertDenied(HostSession session, String file) {
    assertThat(session.send(write(session, file)).at("/hookSpecificOutput/permissionDecision"))
        .as(file)
        .hasToString("\"deny\"");
  }

  private static void assertFree(HostSession session, String file) {
    assertThat(session.send(write(session, file))).as(file).isEqualTo(CONTINUE);
  }

  @Test
  void the_reason_names_the_holder_the_lease_and_what_to_do() {
    claim("src/**", "main-theirs", theirs);
    daemon.time().advance(Duration.ofSeconds(70));
    String file = daemon.project().resolve("src/A.java").toString();

    JsonNode answer = mine.send(write(mine, file));

    assertThat(answer)
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",
                 "permissionDecisionReason":"swarmd: %s belongs to task 1 (\\"the api\\"), which agent main-theirs of session theirs is working on; its lease lasts 4 more min and is renewed while that agent works. Do not edit it. Work on something else, or wait until the task is done; see: swarm task show 1. To write to its agent: swarm send --task 1 \\"text\\""}}
                """
                    .formatted(file)));
  }

  @ParameterizedTest
  @CsvSource({
    "Edit, file_path, deny",
    "Write, file_path, deny",
    "MultiEdit, file_path, deny",
    "NotebookEdit, notebook_path, deny",
    "Read, file_path, ''",
    "Bash, command, ''"
  })
  void edit_tools_are_denied_and_others_are_not(String tool, String field, String decision) {
    claim("src/**", "main-theirs", theirs);

    JsonNode answer = mine.send(edit(mine, tool, field, "src/A.java"));

    assertThat(answer.at("/hookSpecificOutput/permissionDecision").asText()).isEqualTo(decision);
  }

  @Test
  void a_recorded_claude_code_edit_is_denied() throws IOException {
    claim("*.txt", "main-theirs", theirs);

    Recording.plain().stream()
        .filter(recording -> recording.label().matches("Edit|Write"))
        .filter(recording -> recording.event().equals("PreToolUse"))
        .forEach(recording -> assertThat(sendHere(recording)).contains("\"deny\""));
  }

  @Test
  void a_recorded_gemini_edit_is_denied_in_its_format() {
    claim("*.txt", "main-theirs", theirs);
    Recording recording =
        Recording.plain().stream()
            .filter(each -> each.event().equals("BeforeTool"))
            .filter(each -> each.label().equals("write_file"))
            .findFirst()
            .orElseThrow();

    assertThat(sendHere(recording)).startsWith("{\"decision\":\"deny\",\"reason\":\"swarmd: ");
  }

  private String sendHere(Recording recording) {
    ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());
    ObjectNode input = (ObjectNode) payload.get("tool_input");
    Path name = Path.of(input.get("file_path").asText()).getFileName();
    input.put("file_path", daemon.project().resolve(name).toString());
    JsonNode answer = mine.send(payload);
    assertThat(HostRules.problems(recording.host(), recording.event(), (ObjectNode) answer))
        .isEmpty();
    return answer.toString();
  }

  @Test
  void the_holder_is_never_denied() {
    claim("src/**", "main-mine", mine);
    claim("test/**", "any name", mine);
    claim("docs/**", "sub1", mine);
    mine.startSubagent("sub1");
    api.add("what is sent before has been recorded");

    assertFree(mine, "src/A.java");
    assertFree(mine, "test/A.java");
    assertDenied(mine, "docs/a.md");
    assertThat(mine.send(write(mine, "docs/a.md").put("agent_id", "sub1"))).isEqualTo(CONTINUE);
    assertThat(mine.send(write(mine, "src/A.java").put("agent_id", "sub1"))).isEqualTo(CONTINUE);
    assertDenied(theirs, "src/A.java");
  }

  @Test
  void another_owner_of_the_file_may_edit_it() {
    claim("src/**", "main-theirs", theirs);
    claim("src/A.java", "main-mine", mine);

    assertFree(mine, "src/A.java");
    assertDenied(mine, "src/B.java");
  }

  @Test
  void a_claim_without_a_session_belongs_to_its_agent() {
    ObjectNode task = api.body().put("title", "x");
    task.putArray("files").add("src/**");
    api.post("/v1/tasks", task);
    api.claim("main-mine");

    assertFree(mine, "src/A.java");
    assertDenied(theirs, "src/A.java");
  }

  @Test
  void only_claimed_tasks_own_files() {
    claim("src/**", "main-theirs", theirs);
    assertDenied(mine, "src/A.java");
    ok(swarm.run("task", "cancel", "1"));

    assertFree(mine, "src/A.java");
  }

  @Test
  void a_link_is_no_way_around_and_files_outside_have_no_owner() throws IOException {
    claim("src/**", "main-theirs", theirs);
    Path project = daemon.project();
    Files.createDirectories(project.resolve("src/deep"));
    Files.createDirectory(project.resolve("sub"));
    Files.writeString(project.resolve("src/A.java"), "");
    Files.createSymbolicLink(project.resolve("folder"), Path.of("src"));
    Files.createSymbolicLink(project.resolve("file"), project.resolve("src/A.java"));
    Files.createSymbolicLink(project.resolve("dangling"), Path.of("src/new/B.java"));
    Files.createSymbolicLink(project.resolve("src/out"), Path.of("../README.md"));
    Files.createSymbolicLink(project.resolve("loop"), Path.of("loop"));

    assertDenied(mine, "src/new/deeper/C.java");
    assertDenied(mine, "./sub/../src/A.java");
    assertDenied(mine, "folder/new/A.java");
    assertDenied(mine, project.resolve("folder/A.java").toString());
    assertDenied(mine, "file");
    assertDenied(mine, "dangling");
    assertDenied(mine, "src/out");
    assertFree(mine, "loop");
    assertFree(mine, "sub/src/A.java");
    assertFree(mine, "../src/A.java");
    assertFree(mine, "/src/A.java");
    assertFree(mine, "src/\0");
    assertFree(mine, "");
    assertFree(mine, "src/" + "a/".repeat(100_000));
    ObjectNode below = write(mine, "../src/A.java").put("cwd", project.resolve("sub").toString());
    below.put("cwd", project.resolve("sub").toString());
    Files.createDirectory(project.resolve(".git"));
    assertThat(mine.send(below).toString()).contains("deny");
  }

  @Test
  void a_task_may_name_its_files_by_a_link() throws IOException {
    Files.createDirectories(daemon.project().resolve("packages/api"));
    Files.createSymbolicLink(daemon.project().resolve("api"), Path.of("packages/api"));
    claim("api/**", "main-theirs", theirs);

    assertDenied(mine, "api/A.java");
    assertFree(theirs, "api/A.java");
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
      HostSession editor = new HostSession(there.http(), other.project(), "mine");
      claim(there, "src/**", "main-theirs", owner);

      JsonNode answer = editor.send(write(editor, "src/A.java"));

      assertThat(answer.findValue(field)).as(answer.toString()).isNotNull();
      assertThat(answer.findValue(field).asText()).contains(value);
      assertThat(answer.findValuesAsText("permissionDecision").contains("deny"))
          .isEqualTo(setting.equals("deny"));
    }
  }
}
