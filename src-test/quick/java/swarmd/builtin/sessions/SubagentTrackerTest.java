package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Tracks running subagents and their edits, and notifies agents that edit the same file. */
class SubagentTrackerTest extends InProcessTest {
  private static final String SILENCE = "";

  private HostSession mine;
  private HostSession theirs;

  @BeforeEach
  void openSessions() {
    mine = new HostSession(api.http(), daemon.project(), "mine");
    theirs = new HostSession(api.http(), daemon.project(), "theirs");
  }

  /** Waits until everything sent before has been recorded. */
  private void settle() {
    api.add("a later write");
  }

  private static ObjectNode used(HostSession session, String agent, String tool) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.putObject("tool_input");
    payload.putObject("tool_response");
    return agent.isEmpty()
        ? payload
        : payload.put("agent_id", agent).put("agent_type", "general-purpose");
  }

  private static ObjectNode edited(HostSession session, String agent, String file) {
    ObjectNode payload = used(session, agent, "Edit");
    ((ObjectNode) payload.get("tool_input")).put("file_path", file);
    return payload;
  }

  private static String notice(HostSession session, ObjectNode payload) {
    ObjectNode answer = (ObjectNode) session.send(payload);
    assertThat(HostRules.problems("claude", "PostToolUse", answer)).isEmpty();
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  private String edit(HostSession session, String agent, String file) {
    return notice(session, edited(session, agent, file));
  }

  private JsonNode subagents() {
    settle();
    return api.get("/v1/status").at("/sessions/0/subagents");
  }

  @Test
  void status_shows_a_running_subagent_with_its_type_age_and_files() {
    mine.startSubagent("sub1");
    daemon.time().advance(Duration.ofMinutes(2));
    edit(mine, "sub1", "a.txt");
    edit(mine, "sub1", "a.txt");
    edit(mine, "sub1", "b.txt");
    edit(mine, "", "c.txt");

    JsonNode sub = subagents().get(0);

    assertThat(sub.get("type").asText()).isEqualTo("general-purpose");
    assertThat(sub.get("files").asInt()).isEqualTo(2);
    assertThat(sub.get("last_seen").asLong() - sub.get("started_at").asLong()).isEqualTo(120_000);
    assertThat(ok(swarm.run("status")).out()).contains("general-purpose sub1 (2m 0s, 2 files)");
  }

  @Test
  void a_notice_comes_again_if_the_host_s_client_has_to_repeat_its_event() {
    edit(mine, "", "a.txt");
    edit(theirs, "", "a.txt");
    ObjectNode read = used(mine, "", "Read").put("tool_use_id", "toolu_1");

    String first = notice(mine, read);

    assertThat(first).contains("a.txt, which you edited, has since been edited by");
    assertThat(notice(mine, read)).isEqualTo(first);
    assertThat(notice(mine, used(mine, "", "Read").put("tool_use_id", "toolu_2")))
        .isEqualTo(SILENCE);
  }

  @Test
  void a_subagent_silent_for_five_minutes_is_hidden_until_its_next_event() {
    mine.startSubagent("sub1");
    daemon.time().advance(Duration.ofMinutes(5));
    assertThat(subagents()).hasSize(1);
    daemon.time().advance(Duration.ofMillis(1));
    mine.useTool();
    assertThat(subagents()).isEmpty();

    mine.useToolAs("sub1");

    assertThat(subagents()).hasSize(1);
  }

  @Test
  void a_subagent_that_continues_after_its_end_starts_over() {
    mine.startSubagent("sub1");
    daemon.time().advance(Duration.ofMinutes(2));
    mine.stopSubagent("sub1");
    assertThat(subagents()).isEmpty();

    mine.startSubagent("sub1");

    JsonNode sub = subagents().get(0);
    assertThat(sub.get("started_at").asLong()).isEqualTo(daemon.time().millis());
  }

  @Test
  void the_end_of_a_compaction_does_no_harm() {
    mine.start();
    mine.startSubagent("sub1");
    ObjectNode compacted =
        Recording.all().stream()
            .filter(each -> each.event().equals("SubagentStop") && each.label().isEmpty())
            .findFirst()
            .orElseThrow()
            .payload()
            .put("session_id", "mine")
            .put("cwd", daemon.project().toString());

    assertThat(mine.send(compacted)).isEqualTo(Api.json("{\"continue\":true}"));

    assertThat(subagents()).hasSize(1);
    assertThat(api.get("/v1/status").get("sessions")).hasSize(1);
  }

  @Test
  void a_subagent_holding_a_task_gets_commands_without_a_token() {
    api.add("paint the fence");
    mine.startSubagent("sub1");
    api.claim(api.body().put("agent", "sub1").put("session", "mine"));

    String reason = mine.stopSubagent("sub1").get("reason").asText();

    assertThat(reason)
        .isEqualTo(
            "[swarmd subagent 1/3] You still hold task 1 (\"paint the fence\"). Finish it, then"
                + " run: swarm task done 1. If you cannot, run: swarm task fail 1 --error WHY, or:"
                + " swarm task release 1");
    swarm.with("SWARM_SESSION", "mine").with("SWARM_AGENT", "sub1");
    ok(swarm.run("task", "complete", "1"));
    assertThat(mine.stopSubagent("sub1").has("decision")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"context_limit", "user_cancel", "rate_limit"})
  void a_subagent_that_cannot_continue_may_stop_and_its_task_is_released(String reason) {
    api.add("paint the fence");
    mine.startSubagent("sub1");
    api.claim(api.body().put("agent", "sub1").put("session", "mine"));

    ObjectNode stop = mine.payload("SubagentStop").put("agent_id", "sub1");
    assertThat(mine.send(stop.put("stop_reason", reason)).has("decision")).isFalse();

    assertThat(api.claim("ann").id()).isEqualTo(1);
  }

  @Test
  void the_second_editor_is_notified_at_once_and_the_first_at_its_next_tool() {
    mine.startSubagent("sub1");
    assertThat(edit(mine, "sub1", "src/A.java")).isEqualTo(SILENCE);
    daemon.time().advance(Duration.ofMinutes(2));

    assertThat(edit(mine, "", "src/A.java"))
        .isEqualTo(
            "swarmd: src/A.java was also edited by agent sub1 (general-purpose, 2 min ago);"
                + " re-read it before you edit it again, and keep what they changed.");
    assertThat(notice(mine, used(mine, "sub2", "Bash"))).isEqualTo(SILENCE);
    assertThat(notice(mine, used(mine, "sub1", "Bash")))
        .isEqualTo(
            "swarmd: src/A.java, which you edited, has since been edited by the main agent;"
                + " re-read it before you edit it again.");
  }

  @Test
  void each_pair_of_editors_is_notified_once_per_file() {
    edit(mine, "sub1", "a.txt");
    assertThat(edit(mine, "sub2", "a.txt")).contains("agent sub1");
    assertThat(edit(mine, "sub1", "a.txt")).contains("edited by agent sub2");

    assertThat(edit(mine, "sub1", "a.txt")).isEqualTo(SILENCE);
    assertThat(edit(mine, "sub2", "a.txt")).isEqualTo(SILENCE);
    assertThat(edit(mine, "sub2", "b.txt")).isEqualTo(SILENCE);
    assertThat(edit(mine, "sub1", "b.txt")).contains("b.txt was also edited by agent sub2");
    assertThat(edit(mine, "", "a.txt")).contains("agent sub1").contains("agent sub2");
  }

  @Test
  void an_agent_that_works_alone_gets_no_notices() {
    for (int i = 0; i < 3; i++) {
      assertThat(edit(mine, "", "a.txt")).isEqualTo(SILENCE);
      assertThat(edit(mine, "sub1", "b.txt")).isEqualTo(SILENCE);
    }
  }

  @Test
  void two_sessions_are_notified_of_each_other_for_two_hours_or_until_one_ends() {
    edit(theirs, "", "a.txt");
    edit(theirs, "", "b.txt");
    daemon.time().advance(Duration.ofHours(2));

    assertThat(edit(mine, "", "a.txt"))
        .contains("a.txt was also edited by the main agent of session theirs (2 h ago)");
    assertThat(notice(theirs, used(theirs, "", "Bash"))).contains("the main agent of session mine");

    daemon.time().advance(Duration.ofMillis(1));
    assertThat(edit(mine, "", "b.txt")).isEqualTo(SILENCE);
    edit(mine, "", "c.txt");
    mine.end();
    assertThat(edit(theirs, "", "c.txt")).isEqualTo(SILENCE);
  }

  @Test
  void a_failed_edit_does_not_count() {
    mine.send(edited(mine, "sub1", "a.txt").put("hook_event_name", "PostToolUseFailure"));
    ObjectNode failed = edited(mine, "sub2", "a.txt");
    ((ObjectNode) failed.get("tool_response")).put("error", "no");
    mine.send(failed);

    assertThat(edit(mine, "", "a.txt")).isEqualTo(SILENCE);
  }

  @Test
  void a_subagent_that_continues_after_its_end_gets_no_old_notices() {
    edit(mine, "sub1", "a.txt");
    edit(mine, "", "a.txt");
    mine.stopSubagent("sub1");

    assertThat(notice(mine, used(mine, "sub1", "Bash"))).isEqualTo(SILENCE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"file_path\":7}",
        "{\"file_path\":{\"a\":[]}}",
        "{\"file_path\":\"\"}",
        "{\"file_path\":\"a\\u0000b\"}"
      })
  void input_without_a_file_is_not_an_edit(String input) {
    for (String agent : new String[] {"", "sub1"}) {
      ObjectNode payload = used(mine, agent, "Write");
      payload.set("tool_input", Api.json(input));
      payload.put("tool_response", "text");
      assertThat(notice(mine, payload)).isEqualTo(SILENCE);
    }
  }

  @Test
  void a_long_path_is_shortened_and_an_impossible_one_is_ignored() {
    String name = "x".repeat(4_000);
    edit(mine, "sub1", name);
    assertThat(edit(mine, "", name)).contains("…").hasSizeLessThan(700);
    edit(mine, "sub1", "y".repeat(100_000));
    assertThat(edit(mine, "", "y".repeat(100_000))).isEqualTo(SILENCE);
  }

  @Test
  void an_event_without_a_session_is_not_an_edit() {
    ObjectNode nobody = edited(mine, "", "a.txt");
    nobody.remove("session_id");
    assertThat(notice(mine, nobody)).isEqualTo(SILENCE);
    assertThat(edit(mine, "", "a.txt")).isEqualTo(SILENCE);
  }

  @Test
  void gemini_s_edits_count_too() {
    edit(mine, "", "a.txt");
    ObjectNode payload =
        Recording.all().stream()
            .filter(each -> each.event().equals("AfterTool") && each.label().equals("write_file"))
            .findFirst()
            .orElseThrow()
            .payload()
            .put("cwd", daemon.project().toString());
    ((ObjectNode) payload.get("tool_input")).put("file_path", "a.txt");

    ObjectNode answer = (ObjectNode) mine.send(payload);

    assertThat(HostRules.problems("gemini", "AfterTool", answer)).isEmpty();
    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText())
        .startsWith("swarmd: a.txt was also edited by the main agent of session mine");
  }

  @Test
  void the_last_hundred_finished_subagents_are_kept() {
    IntStream.range(0, 103)
        .forEach(
            i -> {
              mine.startSubagent("sub" + i);
              edit(mine, "sub" + i, "f" + i);
              daemon.time().advance(Duration.ofMillis(1));
              mine.stopSubagent("sub" + i);
            });
    mine.end();
    settle();

    String line = ok(swarm.run("events", "--hooks", "-n", "1")).out();

    assertThat(line).contains("100 subagents, 100 files edited");
  }

  @Test
  void edits_survive_a_restart_and_are_not_reported_again() {
    edit(mine, "sub1", "a.txt");
    edit(mine, "", "b.txt");
    edit(mine, "sub1", "b.txt");
    settle();

    daemon.restart();

    try (Api again = daemon.api()) {
      HostSession same = new HostSession(again.http(), daemon.project(), "mine");
      assertThat(edit(same, "sub1", "b.txt")).isEqualTo(SILENCE);
      assertThat(edit(same, "", "a.txt")).contains("a.txt was also edited by agent sub1 (");
      JsonNode subagents = again.get("/v1/status").at("/sessions/0/subagents");
      assertThat(subagents.at("/0/files").asInt()).isEqualTo(2);
    }
  }
}
