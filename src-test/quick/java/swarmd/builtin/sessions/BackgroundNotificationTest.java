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

/** A model learns what became of its background tasks, from its host or else from us. */
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

  /** A host that nobody knows: it has no transcript and calls its session otherwise. */
  private ObjectNode generic(String event) {
    return Api.object()
        .put("sessionId", "mine")
        .put("cwd", daemon.project().toString())
        .put("hook_event_name", event);
  }

  private String toldOther(ObjectNode payload) {
    return session.send(payload).path("message").asText();
  }

  private String startedWith(String source) {
    return session
        .send(session.payload("SessionStart").put("source", source))
        .at("/hookSpecificOutput/additionalContext")
        .asText();
  }

  @Test
  void claude_code_tells_its_model_itself_so_nothing_is_said_twice() {
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
  @ValueSource(strings = {"resume", "startup"})
  void a_session_that_comes_back_hears_what_was_running_once(String source) {
    claudeStops(BUILD, TESTS);
    session.end();

    assertThat(startedWith(source))
        .isEqualTo(
            "swarmd: When this session last stopped, these background tasks were running: npm run"
                + " build; npm test. They may have ended with the host; look before you rely on"
                + " them.");
    assertThat(startedWith(source)).isEmpty();
  }

  @Test
  void what_the_host_has_told_or_what_has_ended_was_not_running() {
    claudeStops(BUILD, TESTS, "{\"id\":\"b3\",\"status\":\"completed\"}");
    session.prompt("<task-notification>\n<task-id>b1</task-id>\n</task-notification>");
    claudeStops();
    assertThat(startedWith("resume")).isEmpty();
    claudeStops(BUILD, TESTS);
    session.prompt("<task-notification>\n<task-id>b1</task-id>\n</task-notification>");
    assertThat(startedWith("resume")).doesNotContain("npm run build").contains("npm test");
  }

  @Test
  void a_compaction_ends_no_task() {
    claudeStops(BUILD);
    assertThat(startedWith("compact")).isEmpty();
    assertThat(startedWith("resume")).contains("npm run build");
  }

  @Test
  void another_session_hears_nothing() {
    claudeStops(BUILD);
    session = new HostSession(api.http(), daemon.project(), "theirs");
    assertThat(startedWith("resume")).isEmpty();
  }

  @Test
  void another_host_s_model_is_told_with_its_next_prompt_or_tool_what_is_gone() {
    session.send(stop(generic("Stop"), BUILD, TESTS));
    assertThat(toldOther(generic("UserPromptSubmit").put("prompt", "x"))).isEmpty();
    session.send(stop(generic("Stop"), TESTS));

    assertThat(toldOther(generic("UserPromptSubmit").put("prompt", "x")))
        .isEqualTo("swarmd: A background task has finished: npm run build");
    assertThat(toldOther(generic("UserPromptSubmit").put("prompt", "x"))).isEmpty();

    session.send(stop(generic("Stop")));
    ObjectNode bySubagent = generic("PostToolUse").put("tool_name", "x").put("agent_id", "sub1");
    assertThat(toldOther(bySubagent)).isEmpty();
    assertThat(toldOther(generic("PostToolUse").put("tool_name", "x")))
        .isEqualTo("swarmd: A background task has finished: npm test");
    assertThat(toldOther(generic("PostToolUse").put("tool_name", "x"))).isEmpty();
  }

  @Test
  void another_host_s_notification_of_a_task_is_passed_on_in_two_hundred_characters() {
    session.send(
        generic("Notification")
            .put("notification_type", "background_task_completed")
            .put("message", "m\n".repeat(50_000)));

    assertThat(toldOther(generic("UserPromptSubmit").put("prompt", "x")))
        .startsWith("swarmd: The host says of a background task: m m m")
        .endsWith("…")
        .hasSize("swarmd: The host says of a background task: ".length() + 200);
  }

  @Test
  void other_notifications_are_not_about_tasks() {
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
  void lists_of_another_form_do_no_harm(String tasks) {
    ObjectNode payload = session.payload("Stop");
    payload.set("background_tasks", Api.json(tasks));
    session.send(payload);
    assertThat(startedWith("resume")).hasSizeLessThan(200);
  }

  @Test
  void a_task_is_named_in_two_hundred_characters() {
    claudeStops("{\"id\":\"b1\",\"description\":\"%s\"}".formatted("d".repeat(1_000)));

    assertThat(startedWith("resume"))
        .contains("running: " + "d".repeat(199) + "…. They may have ended");
  }

  @Test
  void of_many_tasks_few_are_named() {
    String[] tasks = new String[1_000];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = "{\"id\":\"b%d\",\"description\":\"%s\"}".formatted(i, "d".repeat(1_000));
    }
    claudeStops(tasks);
    assertThat(startedWith("resume")).hasSizeLessThan(1_300);
  }
}
