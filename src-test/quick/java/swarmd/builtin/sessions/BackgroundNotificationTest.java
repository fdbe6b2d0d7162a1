package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Models learn about finished background tasks from their host, or else from us. */
class BackgroundNotificationTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");
  private static final String BUILD =
      "{\"id\":\"b1\",\"type\":\"shell\",\"status\":\"running\",\"description\":\"npm run build\"}";
  private static final String TESTS =
      "{\"id\":\"b2\",\"type\":\"shell\",\"status\":\"running\",\"command\":\"npm test\"}";

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private void claudeStops(String... tasks) {
    session.send(stop(session.payload("Stop"), tasks));
  }

  private static ObjectNode stop(ObjectNode payload, String... tasks) {
    payload.set("background_tasks", Api.json("[" + String.join(",", tasks) + "]"));
    return payload;
  }

  /** An unknown host: it has no transcript and another name for the session's field. */
  private ObjectNode generic(String event) {
    return Api.object()
        .put("sessionId", "mine")
        .put("cwd", daemon.project().toString())
        .put("hook_event_name", event);
  }

  private String otherHostContext(ObjectNode payload) {
    return session.send(payload).path("message").asText();
  }

  private String startedWith(String source) {
    return session
        .send(session.payload("SessionStart").put("source", source))
        .at("/hookSpecificOutput/additionalContext")
        .asText();
  }

  @Test
  void a_task_that_claude_code_reports_itself_is_not_reported_again() {
    claudeStops(BUILD, TESTS);
    claudeStops(TESTS);
    assertThat(session.prompt("<task-notification><task-id>b1</task-id></task-notification>"))
        .isEqualTo(CONTINUE);
    assertThat(session.prompt("go on")).isEqualTo(CONTINUE);
    session.send(
        session
            .payload("Notification")
            .put("notification_type", "agent_completed")
            .put("message", "it finished"));
    assertThat(session.prompt("go on")).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "PostToolBatch"})
  void a_task_that_claude_code_does_not_report_comes_with_the_next_event(String event) {
    claudeStops(BUILD, TESTS);
    claudeStops(TESTS);
    ObjectNode next = session.payload(event).put("prompt", "go on").put("tool_name", "Read");

    assertThat(session.send(next).at("/hookSpecificOutput/additionalContext").asText())
        .isEqualTo("swarmd: A background task has finished: npm run build");
    assertThat(session.send(next)).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"resume", "startup"})
  void a_resumed_session_learns_once_what_was_running(String source) {
    claudeStops(BUILD, TESTS);
    session.end();

    assertThat(startedWith(source))
        .isEqualTo(
            "swarmd: When this session last stopped, these background tasks were running: npm run"
                + " build; npm test. They may have ended with the host; check before you rely on"
                + " them.");
    assertThat(startedWith(source)).isEmpty();
  }

  @Test
  void finished_and_already_reported_tasks_are_not_listed() {
    claudeStops(BUILD, TESTS, "{\"id\":\"b3\",\"status\":\"completed\"}");
    session.prompt("<task-notification>\n<task-id>b1</task-id>\n</task-notification>");
    claudeStops();
    assertThat(startedWith("resume")).isEqualTo("swarmd: A background task has finished: npm test");
    claudeStops(BUILD, TESTS);
    session.prompt("<task-notification>\n<task-id>b1</task-id>\n</task-notification>");
    assertThat(startedWith("resume")).doesNotContain("npm run build").contains("npm test");
  }

  @Test
  void a_compaction_does_not_end_background_tasks() {
    claudeStops(BUILD);
    assertThat(startedWith("compact")).isEmpty();
    assertThat(startedWith("resume")).contains("npm run build");
  }

  @Test
  void another_session_gets_no_notice() {
    claudeStops(BUILD);
    session = new HostSession(api.http(), daemon.project(), "theirs");
    assertThat(startedWith("resume")).isEmpty();
  }

  @Test
  void other_hosts_get_finished_tasks_with_the_next_prompt_or_tool() {
    session.send(stop(generic("Stop"), BUILD, TESTS));
    assertThat(otherHostContext(generic("UserPromptSubmit").put("prompt", "x"))).isEmpty();
    session.send(stop(generic("Stop"), TESTS));

    assertThat(otherHostContext(generic("UserPromptSubmit").put("prompt", "x")))
        .isEqualTo("swarmd: A background task has finished: npm run build");
    assertThat(otherHostContext(generic("UserPromptSubmit").put("prompt", "x"))).isEmpty();

    session.send(stop(generic("Stop")));
    ObjectNode bySubagent = generic("PostToolUse").put("tool_name", "x").put("agent_id", "sub1");
    assertThat(otherHostContext(bySubagent)).isEmpty();
    assertThat(otherHostContext(generic("PostToolUse").put("tool_name", "x")))
        .isEqualTo("swarmd: A background task has finished: npm test");
    assertThat(otherHostContext(generic("PostToolUse").put("tool_name", "x"))).isEmpty();
  }

  @Test
  void another_host_s_task_notification_is_cut_to_200_characters() {
    session.send(
        generic("Notification")
            .put("notification_type", "background_task_completed")
            .put("message", "m\n".repeat(50_000)));

    assertThat(otherHostContext(generic("UserPromptSubmit").put("prompt", "x")))
        .startsWith("swarmd: The host reports on a background task: m m m")
        .endsWith("…")
        .hasSize("swarmd: The host reports on a background task: ".length() + 200);
  }

  @Test
  void other_notifications_are_ignored() {
    for (String recording : new String[] {"Notification", "gemini-Notification"}) {
      ObjectNode payload =
          Recording.of(recording)
              .payload()
              .put("session_id", "mine")
              .put("cwd", daemon.project().toString());
      assertThat(session.send(payload)).isEqualTo(CONTINUE);
    }
    session.send(generic("Notification").put("notification_type", 7).put("message", "x"));
    assertThat(session.prompt("go on")).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\"x\"", "[7,null,[],{},{\"id\":7},{\"id\":\"x\",\"status\":[]}]"})
  void malformed_task_lists_do_no_harm(String tasks) {
    ObjectNode payload = session.payload("Stop");
    payload.set("background_tasks", Api.json(tasks));
    session.send(payload);
    assertThat(startedWith("resume")).hasSizeLessThan(200);
  }

  @Test
  void a_task_s_name_is_cut_to_200_characters() {
    claudeStops("{\"id\":\"b1\",\"description\":\"%s\"}".formatted("d".repeat(1_000)));

    assertThat(startedWith("resume"))
        .contains("running: " + "d".repeat(199) + "…. They may have ended");
  }

  @Test
  void only_the_first_few_of_many_tasks_are_named() {
    String[] tasks = new String[1_000];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = "{\"id\":\"b%d\",\"description\":\"%s\"}".formatted(i, "d".repeat(1_000));
    }
    claudeStops(tasks);
    assertThat(startedWith("resume")).hasSizeLessThan(1_300);
  }
}
