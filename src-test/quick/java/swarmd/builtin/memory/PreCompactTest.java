package swarmd.builtin.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** After a compaction a session gets its modes, tasks and notes again. */
class PreCompactTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
    session.start();
  }

  private void claim(String title, String agent, String owner) {
    api.add(title);
    api.claim(api.body().put("agent", agent).put("session", owner));
  }

  private void openTodos() {
    ObjectNode todos = session.payload("PostToolUse").put("tool_name", "TodoWrite");
    todos.putObject("tool_input").putArray("todos").addObject().put("status", "pending");
    session.send(todos);
    api.add("what is sent before has been recorded");
  }

  /** The context that another host gets before a compaction. */
  private String beforeCompaction() {
    ObjectNode payload =
        Api.object()
            .put("sessionId", "s1")
            .put("directory", daemon.project().toString())
            .put("hook_event_name", "Compaction");
    JsonNode answer = session.send(payload);
    assertThat(answer.path("additionalContext")).isEqualTo(answer.path("message"));
    return answer.path("message").asText();
  }

  private String after(String source) {
    return session
        .send(session.payload("SessionStart").put("source", source))
        .at("/hookSpecificOutput/additionalContext")
        .asText();
  }

  @Test
  void a_summary_is_asked_to_keep_modes_tasks_and_todos() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s1"));
    claim("the api", "main-s1", "s1");
    ok(swarm.run("note", "add", "tests need a database"));
    openTodos();

    assertThat(beforeCompaction())
        .isEqualTo(
            """
            swarmd: keep this in the summary.
            Active in this session: ralph. You may stop when its work is done; see: swarm mode list.
            You hold: 1 "the api". When it is done: swarm task done ID.
            Open todos: 1; see your list.

            swarmd: notes for this project from its users and agents. To delete an outdated one: swarm note rm ID.
            - 1: tests need a database\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compact", "resume"})
  void the_same_context_comes_after_a_compaction_and_nothing_twice(String source) {
    ok(swarm.run("mode", "start", "ralph", "--session", "s1"));
    claim("the api", "main-s1", "s1");
    ok(swarm.run("note", "add", "tests need a database"));

    String context = after(source);

    beforeCompaction()
        .lines()
        .filter(line -> !line.isEmpty() && !line.contains("keep this in the summary"))
        .forEach(line -> assertThat(context).containsOnlyOnce(line));
    assertThat(context.lines().filter(line -> !line.isEmpty())).doesNotHaveDuplicates();
  }

  @Test
  void subagents_tasks_are_listed_separately_and_many_are_counted() {
    session.startSubagent("sub1");
    for (int i = 1; i < 6; i++) {
      claim("task " + i, "main-s1", "s1");
    }
    claim("the docs", "sub1", "s1");
    claim("of others", "main-s2", "s2");

    assertThat(after("compact"))
        .contains("You hold: 1 \"task 1\", 2 \"task 2\", 3 \"task 3\" and 2 more.")
        .contains("Your subagents hold: 6 \"the docs\".")
        .doesNotContain("of others");
  }

  @Test
  void stale_modes_and_other_sessions_modes_and_tasks_are_left_out() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s2"));
    claim("of others", "main-s2", "s2");
    assertThat(beforeCompaction()).isEmpty();

    ok(swarm.run("mode", "start", "ultrawork", "--session", "s1"));
    assertThat(beforeCompaction()).contains("ultrawork").doesNotContain("ralph");
    daemon.time().advance(Duration.ofHours(3));
    assertThat(beforeCompaction()).isEmpty();
  }

  private JsonNode send(String recording) {
    return session.send(
        Recording.of(recording)
            .payload()
            .put("session_id", "s1")
            .put("cwd", daemon.project().toString()));
  }

  @Test
  void claude_code_s_summary_gets_the_context_and_gemini_s_cannot() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s1"));
    ok(swarm.run("note", "add", "x"));

    assertThat(send("PreCompact").get("keep_in_the_summary").asText())
        .startsWith("swarmd: keep this in the summary.")
        .contains("ralph", "- 1: x");
    assertThat(send("gemini-PreCompress")).isEqualTo(CONTINUE);
  }

  @Test
  void active_modes_are_named_when_a_session_begins() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s1"));
    ok(swarm.run("mode", "start", "ultrawork", "--session", "s1"));

    assertThat(after("startup"))
        .isEqualTo(
            "swarmd: Active in this session: ralph, ultrawork. You may stop when its work is done;"
                + " see: swarm mode list.");
  }
}
