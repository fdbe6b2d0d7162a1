package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** How the start of a session affects others. */
class SessionStartTest extends InProcessTest {

  private HostSession session(String id) {
    return new HostSession(api.http(), daemon.project(), id);
  }

  private List<String> sessionsWithModes() {
    return api.get("/v1/modes").get("modes").findValuesAsText("session");
  }

  @Test
  void sessions_last_seen_seven_days_ago_are_forgotten() {
    session("old").useTool();
    ok(swarm.run("mode", "start", "ralph", "--session", "old"));
    api.add("what is sent before has been recorded");

    daemon.time().advance(Duration.ofDays(7));
    session("new").start();
    ok(swarm.run("prune"));
    assertThat(sessionsWithModes()).containsExactly("old");

    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofHours(1));
              return sessionsWithModes().isEmpty();
            });
  }
}
