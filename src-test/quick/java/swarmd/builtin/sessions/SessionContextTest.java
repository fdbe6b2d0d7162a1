package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** The context that a new session gets. */
class SessionContextTest extends InProcessTest {

  private ObjectNode start(Recording recording) {
    ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());
    ObjectNode answer =
        (ObjectNode) new HostSession(api.http(), daemon.project(), "unused").send(payload);
    assertThat(HostRules.problems(recording.host(), recording.event(), answer)).isEmpty();
    return answer;
  }

  private String context(Recording recording) {
    return start(recording).at("/hookSpecificOutput/additionalContext").asText();
  }

  private static List<Recording> starts() {
    return Recording.plain().stream()
        .filter(recording -> recording.event().equals("SessionStart"))
        .toList();
  }

  @Test
  void without_open_tasks_and_modes_there_is_no_context() {
    api.add("over");
    api.complete(api.claim("ann"));

    for (Recording recording : starts()) {
      assertThat(start(recording)).isEqualTo(Api.json("{\"continue\":true}"));
    }
  }

  @Test
  void both_hosts_get_the_open_tasks_and_the_commands() {
    api.add("write the parser", "write the printer", "write the docs");
    swarm.run("task", "add", "later", "--depends-on", "3", "--swarm", "house");
    api.claim("ann");

    for (Recording recording : starts()) {
      assertThat(context(recording))
          .contains("default 2 claimable, 1 claimed, 0 blocked")
          .contains("house 0 claimable, 0 claimed, 1 blocked")
          .contains("Next: 2 \"write the printer\", 3 \"write the docs\".")
          .contains("swarm task claim", "swarm task done ID", "swarm task fail ID")
          .doesNotContain("Active in this session");
    }
  }

  @Test
  void many_swarms_and_long_titles_stay_within_600_characters() {
    for (int i = 0; i < 9; i++) {
      swarm.run("task", "add", "x\ny".repeat(60), "--swarm", i + "n".repeat(90));
    }
    String session = Recording.of("SessionStart").payload().get("session_id").asText();
    ok(swarm.run("mode", "start", "ralph", "--session", session));

    assertThat(context(Recording.of("SessionStart")))
        .hasSizeLessThan(600)
        .contains("6 more swarms")
        .contains("Next: 1 ");
  }

  @Test
  void a_compacted_session_gets_its_own_modes_and_no_others() {
    for (Recording recording : starts()) {
      String session = recording.payload().get("session_id").asText();
      ok(swarm.run("mode", "start", "ralph", "--session", session));
      ok(swarm.run("mode", "start", "ultrawork", "--session", "another"));

      assertThat(context(recording))
          .contains("Active in this session: ralph.")
          .doesNotContain("Tasks of");
    }
  }
}
