package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;

/** While a mode with workers is active, the main agent leaves source files to them. */
class OmcOrchestratorTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private static ObjectNode edit(HostSession session, String file) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Edit");
    payload.putObject("tool_input").put("file_path", file);
    return payload;
  }

  private JsonNode edited(String file) {
    JsonNode answer = session.send(edit(session, file));
    assertThat(HostRules.problems("claude", "PreToolUse", (ObjectNode) answer)).isEmpty();
    return answer;
  }

  @ParameterizedTest
  @CsvSource({
    "ultrapilot the rewrite, ultrapilot",
    "swarm 3 agents, swarm",
    "chain agents for this, pipeline"
  })
  void the_main_agent_is_reminded_once_to_delegate(String prompt, String mode) {
    session.prompt(prompt);

    assertThat(edited("src/A.java"))
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"swarmd: %s is active, so its workers should edit the source files: give src/A.java to a subagent, and coordinate and check the work yourself."}}
                """
                    .formatted(mode)));
    assertThat(edited("src/B.java")).isEqualTo(CONTINUE);
  }

  @Test
  void a_main_agent_that_has_claimed_a_task_is_a_worker_itself() {
    api.add("one", "two");
    session.prompt("swarm 3 agents");
    ok(swarm.run("task", "claim", "--session", "s1", "--agent", "main-s1"));

    assertThat(edited("src/A.java")).isEqualTo(CONTINUE);

    ok(swarm.run("task", "complete", "1", "--agent", "main-s1"));
    assertThat(edited("src/A.java").toString()).contains("give src/A.java to a subagent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ralph fix it", "autopilot: a shop", "ulw go", "fix it"})
  void edits_are_free_without_a_mode_that_has_workers(String prompt) {
    session.prompt(prompt);

    assertThat(edited("src/A.java")).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md", "docs/a.md", "plans/1.md", ".claude/x.py", ".swarmd/x.js", ".omc/state/x.py",
        "package.json", "Makefile", "../other/A.java", "/etc/x.py", "", "\0.java"
      })
  void the_main_agent_may_edit_anything_but_project_sources(String file) {
    session.prompt("swarm 3 agents");

    assertThat(edited(file)).isEqualTo(CONTINUE);
  }

  @Test
  void absolute_paths_count_and_wrong_types_do_no_harm() {
    session.prompt("swarm 3 agents");
    ObjectNode odd = edit(session, "");
    ((ObjectNode) odd.get("tool_input")).putArray("file_path").add("A.java");
    assertThat(session.send(odd)).isEqualTo(CONTINUE);

    assertThat(edited(daemon.project().resolve("src/A.java").toString()).toString())
        .contains("give src/A.java");
  }

  @Test
  void a_very_long_name_is_cut() {
    session.prompt("swarm 3 agents");

    assertThat(edited("src/" + "a".repeat(3_000) + ".java").toString().length()).isLessThan(600);
  }

  @Test
  void workers_and_other_sessions_edit_freely() {
    session.prompt("swarm 3 agents");
    HostSession other = new HostSession(api.http(), daemon.project(), "s2");

    assertThat(session.send(edit(session, "src/A.java").put("agent_id", "sub1")))
        .isEqualTo(CONTINUE);
    assertThat(other.send(edit(other, "src/A.java"))).isEqualTo(CONTINUE);
  }

  @Test
  void a_mode_takes_effect_when_it_starts_and_until_it_ends() {
    try (InProcessDaemon strict = InProcessDaemon.start(Map.of("SWARMD_ORCHESTRATOR", "strict"));
        Api there = strict.api()) {
      HostSession host = new HostSession(there.http(), strict.project(), "s1");
      assertThat(host.send(edit(host, "A.java"))).isEqualTo(CONTINUE);

      host.prompt("swarm 3 agents");
      assertDenied(host);
      assertDenied(host);
      host.prompt("/cancel");
      assertThat(host.send(edit(host, "A.java"))).isEqualTo(CONTINUE);

      host.prompt("ultrapilot the rewrite");
      assertDenied(host);
      host.end();
      strict.time().advance(Duration.ofSeconds(1));
      assertThat(host.send(edit(host, "A.java"))).isEqualTo(CONTINUE);
    }
  }

  private static void assertDenied(HostSession host) {
    JsonNode answer = host.send(edit(host, "A.java"));
    assertThat(answer.at("/hookSpecificOutput/permissionDecision").asText()).isEqualTo("deny");
    assertThat(answer.at("/hookSpecificOutput/permissionDecisionReason").asText())
        .contains("give A.java to a subagent");
  }

  @Test
  void nothing_happens_when_switched_off() {
    try (InProcessDaemon off = InProcessDaemon.start(Map.of("SWARMD_ORCHESTRATOR", "off"));
        Api there = off.api()) {
      HostSession host = new HostSession(there.http(), off.project(), "s1");
      host.prompt("swarm 3 agents");

      assertThat(host.send(edit(host, "A.java"))).isEqualTo(CONTINUE);
    }
  }
}
