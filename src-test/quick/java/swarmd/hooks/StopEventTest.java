package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Sessions in a mode are kept from stopping, and only those. */
class StopEventTest extends InProcessTest {
  private HostSession first;
  private HostSession second;

  @BeforeEach
  void openSessions() {
    first = new HostSession(api.http(), daemon.project(), "first");
    second = new HostSession(api.http(), daemon.project(), "second");
  }

  private void begin(String mode, HostSession session, String... options) {
    String[] words = {"mode", "start", mode, "--session", session.id()};
    String[] all = java.util.Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    ok(swarm.run(all));
  }

  @Test
  void only_a_session_in_the_mode_is_held() {
    begin("ralph", first);

    assertThat(first.held()).contains("ralph");
    second.letGo();
  }

  @Test
  void a_session_without_an_id_is_never_held() {
    begin("ralph", first);

    JsonNode answer =
        first.send(
            Api.object().put("hook_event_name", "Stop").put("cwd", api.project().toString()));

    assertThat(answer).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void two_hours_of_silence_end_the_hold() {
    begin("ralph", first);
    first.held();

    daemon.time().advance(Duration.ofHours(2).plusSeconds(1));

    assertThat(ok(swarm.run("mode", "list")).out()).contains("stale");
    first.letGo();
    second.letGo();
  }

  @Test
  void a_prompt_after_two_hours_ends_the_mode_and_informs_the_user() {
    leaveRalphForTwoHours();

    assertReportsEnd(first.prompt("where were we?"));

    first.useTool();
    first.letGo();
  }

  @Test
  void a_session_restarted_after_two_hours_is_in_no_mode() {
    leaveRalphForTwoHours();

    assertReportsEnd(first.start());

    first.useTool();
    first.letGo();
  }

  @Test
  void a_swarm_that_was_complete_before_the_mode_began_does_not_end_it() {
    api.add("yesterday's");
    api.complete(api.claim("ada"));
    daemon.time().advance(Duration.ofHours(12));
    begin("swarm", first);

    assertThat(first.held()).contains("no open tasks yet");

    api.add("today's");
    assertThat(first.held()).contains("today's");
    api.complete(api.claim("ada"));
    assertThat(first.stop().get("systemMessage").asText()).contains("is complete: 2 tasks done");
  }

  @Test
  void a_swarm_with_failed_tasks_is_held_for_them_and_the_person_is_told() {
    api.add("yesterday's");
    Api.Held old = api.claim("ada");
    api.post(old.path("fail"), old.proof().put("error", "no time"));
    daemon.time().advance(Duration.ofHours(12));
    begin("swarm", first);
    api.add("paint the fence");
    Api.Held task = api.claim("ada");
    api.post(task.path("fail"), task.proof().put("error", "no paint"));

    JsonNode held = first.stop();

    assertThat(held.get("reason").asText())
        .contains("%d \"paint the fence\" because \"no paint\"".formatted(task.id()))
        .contains("swarm task retry ID")
        .doesNotContain("yesterday");
    assertThat(held.get("systemMessage").asText())
        .startsWith("swarmd: 1 tasks of swarm 'default' failed: ")
        .contains("no paint");
    first.useTool();
    first.held();
    first.useTool();
    first.held();
    first.useTool();
    assertThat(first.stop().get("systemMessage").asText()).contains("ended with failed tasks");
  }

  private void leaveRalphForTwoHours() {
    begin("ralph", first);
    first.held();
    daemon.time().advance(Duration.ofHours(2).plusSeconds(1));
  }

  private static void assertReportsEnd(JsonNode answer) {
    assertThat(answer.get("systemMessage").asText())
        .startsWith("swarmd: ralph ended after two hours");
    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText()).doesNotContain("ralph");
  }

  @Test
  void unattended_work_keeps_its_mode_for_longer_than_two_hours() {
    leaveRalphForTwoHours();

    first.prompt("<task-notification>the build has ended</task-notification>");
    first.useTool();
    api.add("a write that is done after the tool's record");

    first.held();
  }

  @Test
  void a_working_session_stays_in_its_mode_for_longer_than_two_hours() {
    begin("ralph", first);
    for (int i = 0; i < 5; i++) {
      daemon.time().advance(Duration.ofMinutes(50));
      first.useTool();
      api.add("a write that is done after the tool's record");
    }

    first.held();
  }

  @Test
  void only_the_first_mode_in_the_order_holds() {
    api.add("paint the fence", "mow the lawn");
    begin("ultrawork", first);
    begin("swarm", first);
    begin("ralph", first);

    assertThat(first.held()).startsWith("[swarmd ralph").doesNotContain("paint the fence");
    assertThat(holds("swarm")).isZero();
    assertThat(holds("ultrawork")).isZero();
  }

  /** The four in the middle are never active together. */
  @ParameterizedTest
  @ValueSource(strings = {"autopilot", "ultrapilot", "swarm", "pipeline"})
  void a_stop_is_held_by_ralph_then_an_exclusive_mode_then_ultraqa_then_ultrawork(String mode) {
    api.add("paint the fence");
    begin("ultrawork", first);
    begin("ultraqa", first);
    begin(mode, first);

    assertHeldOnlyBy(mode);
    ok(swarm.run("mode", "stop", mode, "--session", "first"));
    assertHeldOnlyBy("ultraqa");
    ok(swarm.run("mode", "stop", "ultraqa", "--session", "first"));
    assertHeldOnlyBy("ultrawork");
    begin(mode, first);
    begin("ralph", first);
    assertHeldOnlyBy("ralph");
  }

  private void assertHeldOnlyBy(String mode) {
    int others = totalHolds() - holds(mode);
    assertThat(first.held()).startsWith("[swarmd " + mode);
    assertThat(totalHolds() - holds(mode)).isEqualTo(others);
    first.useTool();
  }

  private int totalHolds() {
    int total = 0;
    for (JsonNode found : api.get("/v1/modes").get("modes")) {
      total += found.get("holds").asInt();
    }
    return total;
  }

  @Test
  void after_ralph_the_swarm_holds_until_its_last_task_is_done() {
    api.add("paint the fence", "mow the lawn");
    begin("ralph", first);
    begin("swarm", first);
    ok(swarm.run("mode", "set", "ralph", "--session", "first", "--verified"));

    assertThat(first.held())
        .startsWith("[swarmd swarm")
        .contains("paint the fence")
        .contains("mow the lawn");
    api.complete(api.claim("a"));
    first.useTool();
    assertThat(first.held()).doesNotContain("paint the fence").contains("mow the lawn");
    api.complete(api.claim("a"));
    first.useTool();

    first.letGo();
    assertThat(api.get("/v1/modes").get("modes")).isEmpty();
  }

  @Test
  void ralph_names_the_next_story_that_does_not_pass() throws IOException {
    Path prd = daemon.project().resolve("prd.json");
    Files.writeString(
        prd,
        """
        {"userStories":[{"id":"US-1","title":"log in","passes":true},
                        {"id":"US-2","title":"log out","passes":false}]}
        """);
    begin("ralph", first);

    assertThat(first.held()).contains("US-2").contains("log out").doesNotContain("log in");
  }

  @Test
  void the_fourth_stop_in_a_row_without_a_tool_is_let_through() {
    begin("ultrawork", first);
    first.held();
    first.held();
    first.held();

    JsonNode fourth = first.stop();

    assertThat(fourth.has("decision")).isFalse();
    assertThat(fourth.get("systemMessage").asText()).contains("used no tool");
    first.held();
  }

  @Test
  void using_a_tool_resets_the_count() {
    begin("ultrawork", first);
    for (int i = 0; i < 6; i++) {
      first.held();
      first.useTool();
    }
  }

  @Test
  void a_mode_ends_after_its_maximum_of_holds() {
    begin("autopilot", first);
    for (int i = 0; i < 20; i++) {
      first.held();
      first.useTool();
    }

    assertThat(first.stop().get("systemMessage").asText()).contains("limit");
    assertThat(api.get("/v1/modes").get("modes")).isEmpty();
  }

  @Test
  void work_that_is_done_at_the_limit_is_reported_as_done() {
    begin("autopilot", first);
    for (int i = 0; i < 20; i++) {
      first.held();
      first.useTool();
    }
    ok(swarm.run("mode", "set", "autopilot", "--session", "first", "--phase", "complete"));

    assertThat(first.stop().get("systemMessage").asText()).contains("autopilot is complete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"stop_reason\":\"CONTEXT_LIMIT_REACHED\"}",
        "{\"stopReason\":\"max_tokens\"}",
        "{\"end_turn_reason\":\"user_cancel\"}",
        "{\"stop_reason\":\"user-abort\"}",
        "{\"stop_reason\":\"user_abort\"}",
        "{\"stopReason\":\"userInterrupted\"}",
        "{\"user_requested\":true}",
        "{\"stop_reason\":\"error 429\"}",
        "{\"background_tasks\":[{\"id\":\"b1\",\"status\":\"running\"}]}"
      })
  void a_stop_that_must_not_be_held_is_let_through(String fields) {
    begin("ralph", first);

    JsonNode answer = first.send(first.payload("Stop").setAll(fields(fields)));

    assertThat(answer.has("decision")).as(answer.toString()).isFalse();
    assertThat(answer.get("systemMessage").asText())
        .contains("swarmd: ralph let the session stop because ")
        .endsWith("or end it with /cancel");
    first.held();
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode fields(String json) {
    return (com.fasterxml.jackson.databind.node.ObjectNode) Api.json(json);
  }

  @Test
  void late_hooks_do_not_bring_back_a_cancelled_mode() {
    begin("ralph", first);
    first.held();

    ok(swarm.run("cancel", "--session", "first"));

    first.letGo();
    first.useTool();
    first.letGo();
    assertThat(api.get("/v1/modes").get("modes")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ralph", "autopilot", "ultrapilot", "swarm", "pipeline", "ultraqa", "ultrawork"})
  void every_mode_can_be_cancelled(String mode) {
    begin(mode, first);
    first.held();

    first.prompt("/cancel");

    first.letGo();
    assertThat(api.get("/v1/modes").get("modes")).isEmpty();
  }

  @Test
  void the_reminder_of_open_todos_never_holds() {
    var todos = first.payload("PostToolUse").put("tool_name", "TodoWrite");
    var list = todos.putObject("tool_input").putArray("todos");
    list.addObject().put("content", "a").put("status", "pending");
    list.addObject().put("content", "b").put("status", "completed");
    first.send(todos);
    for (int i = 0; i < 5; i++) {
      assertThat(first.stop().get("systemMessage").asText()).contains("1 open todo");
    }

    assertThat(first.stop()).isEqualTo(Api.json("{\"continue\":true}"));
  }

  private int holds(String mode) {
    for (JsonNode found : api.get("/v1/modes").get("modes")) {
      if (found.get("mode").asText().equals(mode)) {
        return found.get("holds").asInt();
      }
    }
    throw new AssertionError("no such mode: " + mode);
  }
}
