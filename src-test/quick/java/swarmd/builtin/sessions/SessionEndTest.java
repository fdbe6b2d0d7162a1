package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** The summary that is recorded when a session ends. */
class SessionEndTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private JsonNode lastEvent() {
    api.add("a later write");
    return Api.json(ok(swarm.run("events", "--hooks", "-n", "1", "--json")).out());
  }

  private Held claim(String session) {
    return api.claim(api.body().put("agent", "main").put("session", session));
  }

  private static void edit(HostSession session, String file) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", "Write");
    payload.putObject("tool_input").put("file_path", file);
    session.send(payload);
  }

  @Test
  void the_end_of_a_session_records_a_readable_summary() {
    api.add("a", "b", "c");
    session.start();
    api.complete(claim("mine"));
    claim("mine");
    claim("theirs");
    ok(swarm.run("mode", "start", "ralph", "--session", "mine"));
    session.startSubagent("sub1");
    edit(session, "a.txt");
    edit(session, "b.txt");
    edit(session, "b.txt");
    edit(new HostSession(api.http(), daemon.project(), "theirs"), "c.txt");
    daemon.time().advance(Duration.ofMinutes(3));

    assertThat(session.end()).isEqualTo(CONTINUE);

    String summary =
        "3 min, 5 events, 1 task done, 1 task released, 1 mode ended, 1 subagent, 2 files"
            + " edited";
    JsonNode event = lastEvent();
    assertThat(event.get("type").asText()).isEqualTo("session-end");
    assertThat(event.get("note").asText()).isEqualTo(summary);
    assertThat(event.has("error")).isFalse();
    assertThat(ok(swarm.run("events", "--hooks", "-n", "1")).out()).contains(": " + summary);
    assertThat(api.get("/v1/status").get("sessions")).hasSize(1);
  }

  @Test
  void zero_counts_are_left_out() {
    session.start();
    session.end();

    assertThat(lastEvent().get("note").asText()).isEqualTo("0 s, 1 event");
  }

  @Test
  void a_second_end_records_no_summary() {
    session.start();
    session.end();
    session.end();

    assertThat(lastEvent().has("note")).isFalse();
  }

  @Test
  void an_unknown_session_can_end_too() {
    assertThat(session.end()).isEqualTo(CONTINUE);

    assertThat(lastEvent().has("note")).isFalse();
    assertThat(api.get("/v1/status").get("sessions")).isEmpty();
  }

  @Test
  void a_resumed_session_is_summarized_from_then_on() {
    session.start();
    edit(session, "a.txt");
    session.end();
    daemon.time().advance(Duration.ofHours(1));
    session.start();
    session.end();

    assertThat(lastEvent().get("note").asText()).isEqualTo("0 s, 1 event");
  }

  @Test
  void a_compaction_does_not_restart_the_summary() {
    session.start();
    daemon.time().advance(Duration.ofMinutes(9));
    session.send(session.payload("SessionStart").put("source", "compact"));
    session.end();

    assertThat(lastEvent().get("note").asText()).isEqualTo("9 min, 2 events");
  }

  @Test
  void gemini_s_end_is_recorded_as_well() {
    ObjectNode end =
        Recording.of("gemini-SessionEnd").payload().put("cwd", daemon.project().toString());
    HostSession gemini =
        new HostSession(api.http(), daemon.project(), end.get("session_id").asText());
    gemini.useTool();

    gemini.send(end);
    assertThat(lastEvent().get("note").asText()).isEqualTo("0 s, 1 event");
    gemini.send(end);
    assertThat(lastEvent().has("note")).isFalse();
  }
}
