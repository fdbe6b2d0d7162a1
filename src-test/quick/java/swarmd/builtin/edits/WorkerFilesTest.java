package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Only a worker of ultrapilot edits the files that it has declared. */
class WorkerFilesTest extends InProcessTest {
  private HostSession session;
  private HostSession other;

  @BeforeEach
  void begin() {
    session = new HostSession(api.http(), daemon.project(), "s");
    other = new HostSession(api.http(), daemon.project(), "other");
    session.start();
    ok(swarm.run("mode", "start", "ultrapilot", "--session", "s"));
    declare("api=src/api/**");
    declare("ui=src/ui/**");
  }

  private void declare(String worker) {
    ok(set("--worker", worker));
  }

  private Result set(String option, String value) {
    return swarm.run("mode", "set", "ultrapilot", "--session", "s", option, value);
  }

  private String edit(HostSession from, String file, String... subagent) {
    ObjectNode payload = from.payload("PreToolUse").put("tool_name", "Write");
    payload.putObject("tool_input").put("file_path", daemon.project().resolve(file).toString());
    for (String name : subagent) {
      HostSession.by(name, payload);
    }
    var answer = from.send(payload).path("hookSpecificOutput");
    return answer.path("permissionDecision").asText()
        + answer.path("permissionDecisionReason").asText();
  }

  @Test
  void the_main_agent_and_other_sessions_cannot_edit_a_running_worker_s_files() {
    assertThat(edit(session, "src/api/a.txt"))
        .startsWith("deny")
        .contains("belongs to the ultrapilot worker 'api', which is running");
    assertThat(edit(other, "src/ui/a.txt", "x1")).startsWith("deny").contains("'ui'");
    assertThat(edit(session, "README.md")).doesNotContain("worker");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > src/api/a.txt",
        "sed -i s/a/b/ src/api/a.txt",
        "rm -r src/api",
        "cd src && cp /tmp/x api/a.txt"
      })
  void a_shell_command_that_writes_a_worker_s_file_is_denied(String command) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command);

    assertThat(session.send(payload).at("/hookSpecificOutput/permissionDecisionReason").asText())
        .contains("belongs to the ultrapilot worker 'api'");
    assertThat(session.send(HostSession.by("w1", payload)).toString()).doesNotContain("deny");
  }

  @Test
  void each_subagent_edits_the_files_of_one_worker_only() {
    assertThat(edit(session, "src/api/a.txt", "w1")).doesNotContain("deny");
    assertThat(edit(session, "src/api/b.txt", "w1")).doesNotContain("deny");
    assertThat(edit(session, "src/ui/a.txt", "w1")).startsWith("deny");
    assertThat(edit(session, "src/api/c.txt", "w2")).startsWith("deny");
    assertThat(edit(session, "src/ui/a.txt", "w2")).doesNotContain("deny");
  }

  @Test
  void a_worker_that_is_started_again_gets_its_files() {
    session.startSubagent("w1");
    edit(session, "src/api/a.txt", "w1");
    session.stopSubagent("w1");

    assertThat(edit(session, "src/api/a.txt", "w3")).doesNotContain("deny");
    assertThat(edit(session, "src/api/a.txt", "w4")).startsWith("deny");
  }

  @Test
  void the_files_of_a_worker_that_has_ended_are_free() {
    ok(set("--finished", "api"));

    assertThat(edit(session, "src/api/a.txt")).doesNotContain("worker");
    assertThat(edit(session, "src/ui/a.txt")).startsWith("deny");
    ok(set("--failed", "ui"));
    assertThat(edit(session, "src/ui/a.txt")).doesNotContain("worker");
  }

  @Test
  void overlapping_workers_are_refused_with_the_overlap() {
    Result refused = set("--worker", "all=src/**");

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("workers api and all overlap in src/api/** and src/**; give each file to one");
    declare("api=src/api/**,src/common/**");
    assertThat(set("--worker", "ui=src/{ui,common}/**").err()).contains("overlap in src/common/**");
    ok(set("--finished", "api"));
    declare("rest=src/api/**");
  }

  @Test
  void ultrapilot_ends_when_the_results_are_integrated_and_names_what_failed() {
    assertThat(session.held()).contains("still running");
    Result early = swarm.run("mode", "set", "ultrapilot", "--session", "s", "--integrated");
    assertThat(early.exit()).isEqualTo(2);
    assertThat(early.err()).contains("still running: api, ui");
    ok(set("--finished", "api"));
    ok(set("--failed", "ui"));
    session.useTool();

    assertThat(session.held())
        .contains("not integrated. Failed: ui.", "swarm mode set ultrapilot --integrated");
    ok(swarm.run("mode", "set", "ultrapilot", "--session", "s", "--integrated"));

    assertThat(session.stop().get("systemMessage").asText())
        .isEqualTo(
            "ultrapilot is over: 1 of 2 workers are done and their results integrated. Failed:"
                + " ui.");
  }

  @Test
  void a_new_worker_needs_another_integration() {
    ok(set("--finished", "api"));
    ok(set("--finished", "ui"));
    ok(swarm.run("mode", "set", "ultrapilot", "--session", "s", "--integrated"));
    declare("db=src/db/**");
    ok(set("--finished", "db"));

    assertThat(session.held()).contains("not integrated");
  }

  @Test
  void a_failed_worker_is_named_when_the_mode_ends_early() {
    ok(set("--failed", "ui"));

    assertThat(ok(swarm.run("cancel", "--session", "s")).out())
        .isEqualTo("ended ultrapilot of session s Failed: ui.\n");
  }

  @Test
  void an_agent_cannot_stop_ultrapilot_before_the_results_are_integrated() {
    session.useTool();
    swarm.with("CLAUDE_CODE_SESSION_ID", "s");

    assertThat(swarm.run("mode", "stop", "ultrapilot").exit()).isEqualTo(3);
    ok(set("--finished", "api"));
    ok(set("--finished", "ui"));
    ok(swarm.run("mode", "set", "ultrapilot", "--integrated"));
    ok(swarm.run("mode", "stop", "ultrapilot"));
  }
}
