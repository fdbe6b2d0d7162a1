package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Prompts that start and cancel modes. */
class KeywordsInPromptsTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  @Test
  void a_keyword_starts_the_mode_and_sends_the_model_its_guide() {
    String context = session.contextAfter("ralph: fix the build");

    assertThat(context).contains("swarm mode set ralph --verified");
    assertThat(session.held()).contains("ralph");
  }

  @Test
  void swarm_n_agents_starts_a_swarm_with_n_agents() {
    session.prompt("please swarm 5 agents on the failing tests");

    assertThat(api.get("/v1/modes").at("/modes/0/state/agents").asInt()).isEqualTo(5);
  }

  @Test
  void a_prompt_without_a_keyword_changes_nothing() {
    assertThat(session.prompt("what is ralph?")).isEqualTo(Api.json("{\"continue\":true}"));
    assertThat(session.prompt("see `autopilot` in docs/ralph.md"))
        .isEqualTo(Api.json("{\"continue\":true}"));
    session.letGo();
  }

  @Test
  void cancel_ends_the_session_s_modes() {
    session.prompt("ulw fix it");
    session.held();

    session.prompt("/cancel");

    session.letGo();
  }

  @Test
  void a_named_mode_is_ended_and_the_others_go_on() {
    session.prompt("ralph, fix the build");
    session.prompt("ulw fix it");

    assertThat(session.prompt("stop ralph").get("systemMessage").asText())
        .isEqualTo("swarmd: cancelled ralph");

    assertThat(api.get("/v1/modes").get("modes"))
        .extracting(mode -> mode.get("mode").asText())
        .containsExactly("ultrawork");
  }

  @Test
  void words_that_end_no_active_mode_change_nothing() {
    session.prompt("ulw fix it");

    assertThat(session.prompt("stop ralph")).isEqualTo(Api.json("{\"continue\":true}"));

    session.held();
  }

  @Test
  void a_conflicting_mode_is_named_to_the_model_and_the_user() {
    new HostSession(api.http(), daemon.project(), "theirs").prompt("autopilot a shop");

    var answer = session.prompt("use an agent pipeline for the release");

    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText())
        .contains("theirs")
        .doesNotContain("swarm mode stop");
    assertThat(answer.get("systemMessage").asText()).contains("theirs");
    session.letGo();
  }

  @Test
  void the_person_is_shown_that_a_mode_has_started_and_the_way_out() {
    assertThat(session.prompt("ralph, fix the build").get("systemMessage").asText())
        .isEqualTo("swarmd: ralph is active; to end it, press Esc, then type /cancel");
  }

  @Test
  void the_task_of_a_mode_is_what_the_person_typed() {
    session.send(
        session
            .payload("BeforeAgent")
            .put("timestamp", "2026-11-16T01:53:10.521Z")
            .put(
                "prompt",
                "<hook_context>swarmd: 3 tasks are open. Use autopilot"
                    + " &lt;now&gt;</hook_context>\n\n"
                    + "ralph, fix \"the build\""));

    assertThat(api.get("/v1/modes").at("/modes/0/state/prompt").asText())
        .isEqualTo("fix \"the build\"");
    assertThat(session.held()).endsWith("\nThe task: \"fix 'the build'\"");
  }

  @Test
  void hook_context_alone_is_no_order() {
    session.prompt("<hook_context>Use ralph.</hook_context>");
    session.prompt("<hook_context>Use ralph.</hook_context>\n\nfix the build");

    session.letGo();
  }

  @Test
  void an_order_without_a_task_keeps_the_task_of_an_active_mode() {
    session.prompt("ralph, fix the build");
    session.prompt("use ralph");

    assertThat(session.held()).contains("fix the build");
  }

  @Test
  void a_stop_reason_echoed_as_a_prompt_starts_no_mode() {
    ok(swarm.run("mode", "start", "ralph", "--session", "mine"));
    String reason = session.held();
    ok(swarm.run("cancel", "--session", "mine"));

    session.prompt(reason);

    session.letGo();
  }
}
