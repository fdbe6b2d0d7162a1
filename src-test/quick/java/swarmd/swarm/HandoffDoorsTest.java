package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import swarmd.testing.Git;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What a holder leaves reaches the next one by every door. */
class HandoffDoorsTest extends InProcessTest {

  /** An agent edits a file in its session, which then ends. */
  private void leaveWork() {
    Git.start(daemon.project());
    Git.git(daemon.project(), "checkout", "-qb", "fix-login");
    api.add("mend the login");
    HostSession session = new HostSession(daemon.connect(), daemon.project(), "s1");
    session.start();
    api.claim(api.body().put("agent", "bob").put("session", "s1"));
    daemon.time().advance(Duration.ofSeconds(1));
    session.edit("src/Login.java");
    eventually().until(() -> api.show(1).at("/work/files/0").asText().equals("src/Login.java"));
    assertThat(swarm.run("task", "show", "1").out()).contains("src/Login.java", "fix-login");
    session.end();
    eventually().until(() -> api.history(1).contains("released"));
  }

  @Test
  void a_claim_by_the_api_has_it_as_data() {
    leaveWork();

    JsonNode claimed =
        api.post("/v1/tasks/claim", api.body().put("agent", "ann")).at("/tasks/0/handoff/0");

    assertThat(claimed.get("agent").asText()).isEqualTo("bob");
    assertThat(claimed.get("ending").asText()).isEqualTo("released");
    assertThat(claimed.get("note").asText()).isEqualTo("its session ended");
    assertThat(claimed.at("/files/0").asText()).isEqualTo("src/Login.java");
    assertThat(claimed.get("branch").asText()).isEqualTo("fix-login");
    assertThat(api.show(1).get("handoff").get(0)).isEqualTo(claimed);
  }

  @Test
  void a_claim_in_a_shell_and_task_show_tell_it() {
    leaveWork();

    assertThat(ok(swarm.run("task", "claim", "--agent", "ann")).out())
        .contains("before you\nagent bob held it for", "released it\n> its session ended\n")
        .contains("it had edited on branch fix-login: src/Login.java\n");
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("earlier holders\nagent bob held it for");
  }

  @Test
  void the_next_session_hears_of_it_before_it_claims() {
    leaveWork();

    JsonNode start = new HostSession(daemon.connect(), daemon.project(), "s2").start();

    assertThat(start.toString())
        .contains("Task 1 was begun before:", "agent bob held it for", "> its session ended")
        .contains("it had edited on branch fix-login: src/Login.java");
  }
}
