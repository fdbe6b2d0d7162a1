package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api.Held;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** The tasks of sessions and their subagents are renewed and released. */
class SessionsTest extends InProcessTest {
  private HostSession session;
  private HostSession other;

  @BeforeEach
  void openSessions() {
    session = new HostSession(api.http(), daemon.project(), "mine");
    other = new HostSession(api.http(), daemon.project(), "theirs");
  }

  private Held claim(String agent, HostSession of) {
    return api.claim(api.body().put("agent", agent).put("session", of.id()));
  }

  private String status(Held held) {
    return api.show(held.id()).at("/task/status").asText();
  }

  /** Waits until everything sent before has been recorded. */
  private void settle() {
    api.add("a later write");
  }

  @Test
  void any_event_of_the_holder_renews_its_lease() {
    api.add("long work");
    Held held = claim("main", session);
    for (int i = 0; i < 4; i++) {
      daemon.time().advance(Duration.ofMinutes(4));
      session.runTool();
      settle();
    }

    assertThat(status(held)).isEqualTo("claimed");
    daemon.time().advance(Duration.ofMinutes(6));
    eventually().until(() -> status(held).equals("pending"));
  }

  @Test
  void the_events_of_another_session_renew_nothing() {
    api.add("long work");
    Held held = claim("main", session);
    daemon.time().advance(Duration.ofMinutes(4));
    other.runTool();
    settle();
    daemon.time().advance(Duration.ofMinutes(2));

    eventually().until(() -> status(held).equals("pending"));
  }

  @Test
  void the_main_agent_does_not_renew_the_tasks_of_its_subagent() {
    api.add("long work");
    session.startSubagent("sub1");
    session.runToolAs("sub1");
    Held held = claim("sub1", session);
    daemon.time().advance(Duration.ofMinutes(4));
    session.runTool();
    settle();
    daemon.time().advance(Duration.ofMinutes(2));

    eventually().until(() -> status(held).equals("pending"));
  }

  @Test
  void the_end_of_a_session_releases_only_its_own_tasks_and_modes() {
    api.add("a", "b", "c");
    Held mine = claim("main", session);
    Held subs = claim("sub1", session);
    Held theirs = claim("main", other);
    ok(swarm.run("mode", "start", "ralph", "--session", "mine"));
    ok(swarm.run("mode", "start", "ralph", "--session", "theirs"));

    session.end();
    session.end();

    assertThat(status(mine)).isEqualTo("pending");
    assertThat(status(subs)).isEqualTo("pending");
    assertThat(status(theirs)).isEqualTo("claimed");
    assertThat(api.history(mine.id())).containsExactly("created", "claimed", "released");
    assertThat(api.get("/v1/modes").get("modes")).hasSize(1);
    session.letGo();
  }

  @Test
  void a_subagent_that_holds_a_task_is_held_three_times_and_then_loses_it() {
    api.add("paint the fence");
    session.startSubagent("sub1");
    Held held = claim("sub1", session);
    for (int i = 0; i < 3; i++) {
      JsonNode answer = session.stopSubagent("sub1");
      assertThat(answer.get("decision").asText()).isEqualTo("block");
      assertThat(answer.get("reason").asText()).contains("paint the fence");
    }

    assertThat(session.stopSubagent("sub1").has("decision")).isFalse();
    assertThat(status(held)).isEqualTo("pending");
  }

  @Test
  void a_subagent_that_has_finished_its_task_may_stop() {
    api.add("paint the fence");
    session.startSubagent("sub1");
    Held held = claim("sub1", session);
    session.stopSubagent("sub1");
    api.complete(held);

    assertThat(session.stopSubagent("sub1").has("decision")).isFalse();
    assertThat(status(held)).isEqualTo("done");
  }

  @Test
  void a_subagent_is_held_only_for_its_own_tasks() {
    api.add("a", "b");
    session.startSubagent("sub1");
    session.startSubagent("sub2");
    claim("sub1", session);

    assertThat(session.stopSubagent("sub2").has("decision")).isFalse();
  }

  @Test
  void status_shows_sessions_and_their_subagents() {
    session.start();
    session.startSubagent("sub1");
    other.start();
    other.end();
    settle();

    JsonNode sessions = api.get("/v1/status").get("sessions");

    assertThat(sessions).hasSize(1);
    assertThat(sessions.at("/0/id").asText()).isEqualTo("mine");
    assertThat(sessions.at("/0/host").asText()).isEqualTo("claude");
    assertThat(sessions.at("/0/subagents/0/id").asText()).isEqualTo("sub1");
    assertThat(ok(swarm.run("status")).out()).contains("mine").contains("general-purpose sub1");
  }
}
