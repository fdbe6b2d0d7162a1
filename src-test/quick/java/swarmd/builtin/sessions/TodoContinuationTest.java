package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Open todos are counted for every todo tool, and sessions are reminded of them. */
class TodoContinuationTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private void use(String tool, String input, String response) {
    session.send(used(tool, input, response));
  }

  private ObjectNode used(String tool, String input, String response) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.set("tool_input", Api.json(input));
    payload.set("tool_response", Api.json(response));
    return payload;
  }

  private void create() {
    use("TaskCreate", "{\"subject\":\"Fix it\"}", "{\"task\":{\"id\":\"1\"}}");
  }

  private void update(String from, String to) {
    use(
        "TaskUpdate",
        "{\"taskId\":\"1\",\"status\":\"%s\"}".formatted(to),
        "{\"success\":true,\"statusChange\":{\"from\":\"%s\",\"to\":\"%s\"}}".formatted(from, to));
  }

  private void assertOpen(int todos) {
    String said = session.stop().path("systemMessage").asText();
    assertThat(said)
        .isEqualTo(
            todos == 0
                ? ""
                : "swarmd: the session stops with %d open todo%s"
                    .formatted(todos, todos == 1 ? "" : "s"));
  }

  private String startedWith(String source) {
    ObjectNode answer =
        (ObjectNode) session.send(session.payload("SessionStart").put("source", source));
    assertThat(HostRules.problems("claude", "SessionStart", answer)).isEmpty();
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TodoWrite", "write_todos"})
  void a_whole_list_is_counted(String tool) {
    use(
        tool,
        "{\"todos\":[{\"status\":\"pending\"},{\"status\":\"in_progress\"},"
            + "{\"status\":\"completed\"},{\"status\":\"cancelled\"},{},7]}",
        "{}");
    assertOpen(4);
    use(tool, "{\"todos\":[]}", "{}");
    assertOpen(0);
  }

  @Test
  void a_subagent_s_list_does_not_count() {
    use("TodoWrite", "{\"todos\":[{\"status\":\"pending\"}]}", "{}");
    session.send(used("TodoWrite", "{\"todos\":[]}", "{}").put("agent_id", "sub1"));
    assertOpen(1);
  }

  @Test
  void todos_are_counted_one_by_one() {
    create();
    create();
    create();
    assertOpen(3);
    update("pending", "in_progress");
    assertOpen(3);
    update("in_progress", "completed");
    update("pending", "deleted");
    assertOpen(1);
    update("completed", "completed");
    assertOpen(1);
    update("completed", "pending");
    assertOpen(2);
  }

  @Test
  void failed_updates_are_not_counted() {
    create();
    session.send(used("TaskCreate", "{}", "{}").put("hook_event_name", "PostToolUseFailure"));
    use("TaskUpdate", "{\"status\":\"completed\"}", "{\"success\":false}");
    use("TaskUpdate", "{\"status\":7}", "[]");
    use("TaskUpdate", "{\"owner\":\"ada\"}", "{\"success\":true}");
    assertOpen(1);
    use("TaskUpdate", "{\"status\":\"completed\"}", "{}");
    assertOpen(0);
    use("TaskUpdate", "{\"status\":\"completed\"}", "{}");
    create();
    assertOpen(1);
  }

  @Test
  void the_reminder_also_names_held_tasks() {
    api.add("a", "b");
    api.claim(api.body().put("agent", "main-mine").put("session", "mine"));
    assertThat(session.stop().path("systemMessage").asText())
        .isEqualTo("swarmd: the session stops with 1 claimed task");
    api.claim(api.body().put("agent", "main-mine").put("session", "mine"));
    create();

    assertThat(session.stop().path("systemMessage").asText())
        .isEqualTo("swarmd: the session stops with 1 open todo and 2 claimed tasks");
  }

  @Test
  void the_user_is_reminded_at_most_five_times_a_session_even_after_a_compaction() {
    create();
    for (int i = 0; i < 5; i++) {
      assertOpen(1);
    }
    startedWith("compact");
    assertOpen(0);
    startedWith("resume");
    assertOpen(1);
  }

  @ParameterizedTest
  @CsvSource({"resume, true", "startup, true", "compact, false", "clear, false", "x, false"})
  void a_resumed_session_is_reminded_of_its_open_todos(String source, boolean reminded) {
    create();
    create();

    assertThat(startedWith(source))
        .isEqualTo(
            reminded
                ? "swarmd: open todos from earlier in this session: 2; continue with them, or close"
                    + " those that are done."
                : "");
  }

  @Test
  void other_sessions_and_those_without_open_todos_get_no_reminder() {
    create();
    update("pending", "completed");
    assertThat(startedWith("resume")).isEmpty();
    create();
    session = new HostSession(api.http(), daemon.project(), "theirs");
    assertThat(startedWith("resume")).isEmpty();
  }

  @Test
  void the_model_is_told_with_the_prompt_after_each_stop_and_never_held() {
    create();
    assertThat(session.contextAfter("first")).doesNotContain("open todo");

    assertOpen(1);
    session.letGo();
    assertThat(session.contextAfter("what is next?"))
        .contains("swarmd: when you last stopped, you left 1 open todo. Finish or close them");
    assertThat(session.contextAfter("and then?")).doesNotContain("open todo");

    assertOpen(1);
    assertThat(session.contextAfter("<task-notification>x</task-notification>"))
        .doesNotContain("open todo");
    assertThat(session.contextAfter("go on")).contains("1 open todo");
  }

  @Test
  void the_model_is_not_told_of_work_that_is_done() {
    create();
    session.stop();
    update("pending", "completed");

    assertThat(session.contextAfter("go on")).doesNotContain("open todo");
  }
}
