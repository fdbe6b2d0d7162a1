package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.HostSession.by;
import static swarmd.testing.HostSession.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;

/** A holder that lost its task is told so with its next event: which, why, who has it now. */
class LostTaskNoticeTest {
  private final InProcessDaemon daemon = InProcessDaemon.start();
  private Api api = daemon.api();
  private HostSession session;

  @BeforeEach
  void open() {
    connect();
    session.start();
  }

  private void connect() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  @AfterEach
  void close() {
    api.close();
    daemon.close();
  }

  private Held claim(String agent) {
    return api.claim(api.body().put("agent", agent).put("session", "mine"));
  }

  private void expire(Held held) {
    daemon.time().advance(Duration.ofMinutes(6));
    eventually().until(() -> !status(held).equals("claimed"));
  }

  private String status(Held held) {
    return api.show(held.id()).at("/task/status").asText();
  }

  private static String context(JsonNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  private String contextOfTool(String event) {
    return context(session.send(tool(session.payload(event))));
  }

  @Test
  void after_its_lease_ended_the_holder_hears_that_the_task_is_free_again() {
    api.add("long work");
    expire(claim("main-mine"));

    assertThat(contextOfTool("PreToolUse"))
        .isEqualTo(
            "swarmd: You no longer hold task 1 \"long work\": its lease ended, because its agent"
                + " gave no sign of life. It is free again; before you go on with it: swarm task"
                + " claim 1.");
    assertThat(contextOfTool("PostToolUse")).isEmpty();
    assertThat(session.contextAfter("go on")).isEmpty();
  }

  @Test
  void it_hears_who_holds_the_task_now_and_so_does_its_stale_token() {
    api.add("long work");
    Held held = claim("main-mine");
    expire(held);
    api.claim(api.body().put("agent", "bob").put("session", "theirs"));

    assertThat(session.contextAfter("go on"))
        .contains("It is held by agent bob of session theirs now; stop working on it");
    JsonNode refused =
        Api.json(api.http().post(held.path("complete"), held.proof().toString()).text());
    assertThat(refused.at("/error/message").asText())
        .isEqualTo(
            "invalid or expired token: task 1 is held by agent bob of session theirs now; stop"
                + " working on it and leave its files alone; for other work: swarm task claim");
  }

  @Test
  void it_hears_that_the_task_was_cancelled() {
    api.add("long work");
    Held held = claim("main-mine");
    api.post("/v1/tasks/" + held.id() + "/cancel", Api.object());

    assertThat(contextOfTool("PostToolUse"))
        .contains("task 1 \"long work\". It was cancelled; stop working on it");
  }

  @Test
  void its_own_steps_are_no_news() {
    api.add("a", "b", "c");
    api.complete(claim("main-mine"));
    api.step(claim("main-mine"), "fail");
    api.step(claim("main-mine"), "release");

    assertThat(session.contextAfter("go on")).isEmpty();
  }

  @Test
  void what_it_has_claimed_again_is_no_news() {
    api.add("long work");
    expire(claim("main-mine"));
    claim("main-mine");

    assertThat(session.contextAfter("go on")).isEmpty();
  }

  @Test
  void a_restart_of_the_daemon_loses_no_notice() {
    api.add("long work");
    expire(claim("main-mine"));
    api.close();
    daemon.restart();
    api = daemon.api();
    connect();

    eventually().until(() -> session.contextAfter("go on").contains("no longer hold task 1"));
    assertThat(session.contextAfter("go on")).isEmpty();
  }

  @Test
  void a_resumed_session_hears_that_its_end_has_released_its_tasks() {
    api.add("long work");
    claim("main-mine");
    session.end();

    assertThat(context(session.send(session.payload("SessionStart").put("source", "resume"))))
        .contains("task 1 \"long work\": its session ended. It is free again;");
  }

  @Test
  void the_subagent_that_held_the_task_hears_it_and_not_its_main_agent() {
    api.add("long work");
    session.startSubagent("sub1");
    Held held = claim("sub1");
    expire(held);

    assertThat(session.contextAfter("go on")).isEmpty();
    assertThat(context(session.send(by("sub1", tool(session.payload("PreToolUse"))))))
        .contains("You no longer hold task 1");
  }

  @Test
  void the_main_agent_hears_of_the_task_of_a_subagent_that_is_gone() {
    api.add("long work");
    session.startSubagent("sub1");
    claim("sub1");
    for (int i = 0; i < 4; i++) {
      session.stopSubagent("sub1");
    }

    assertThat(session.contextAfter("go on"))
        .contains(
            "task 1 \"long work\": its agent stopped without finishing it. It is free again;");
  }

  @Test
  void a_denied_tool_call_does_not_swallow_the_notice() {
    api.add("long work");
    expire(claim("main-mine"));
    ObjectNode owned = api.body().put("title", "theirs").put("priority", -1);
    owned.putArray("files").add("src/**");
    api.post("/v1/tasks", owned);
    api.claim("bob");
    ObjectNode edit = tool(session.payload("PreToolUse")).put("tool_name", "Write");
    edit.putObject("tool_input").put("file_path", "src/A.java");
    assertThat(session.send(edit).toString()).contains("\"deny\"");

    assertThat(session.contextAfter("go on")).contains("You no longer hold task 1");
  }

  @Test
  void a_host_that_takes_no_context_before_a_tool_is_told_after_it() {
    api.add("long work");
    expire(claim("main-mine"));

    assertThat(context(session.send(gemini("BeforeTool")))).isEmpty();
    assertThat(context(session.send(gemini("AfterTool")))).contains("You no longer hold task 1");
  }

  private ObjectNode gemini(String event) {
    ObjectNode payload = session.payload(event).put("timestamp", "2026-11-16T02:06:05.888Z");
    payload.put("tool_name", "run_shell_command").putObject("tool_input").put("command", "true");
    return payload;
  }
}
