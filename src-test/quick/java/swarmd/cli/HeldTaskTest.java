package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Without its token, nobody but its holder goes on with a task. */
final class HeldTaskTest extends InProcessTest {
  private static final String SESSION = "aaaaaaaa-1111-4111-8111-111111111111";
  private static final String HOLDER = "main-aaaaaaaa";

  private String status() {
    return api.get("/v1/tasks/1").at("/task/status").asText();
  }

  private Commands shell(String variable, String value) {
    return new Commands(daemon::connect, daemon.project()).with(variable, value);
  }

  private void claimIn(String session) {
    api.add("a");
    api.claim(api.body().put("agent", HOLDER).put("session", session));
  }

  @Test
  void who_only_names_the_session_of_a_host_that_the_daemon_sees_is_not_its_agent()
      throws Exception {
    Process host = new ProcessBuilder("sleep", "600").start();
    try (Commands forged = shell("SWARM_SESSION", SESSION)) {
      startIn(host);
      claimIn(SESSION);

      for (String step : List.of("done", "release", "fail", "renew")) {
        Result refused = forged.run("task", step, "1");
        assertThat(refused.exit()).as(step).isEqualTo(3);
        assertThat(refused.err())
            .isEqualTo(
                "swarm: task 1 is held by %s of session %s, not by you; if it is yours, give --token\n"
                    .formatted(HOLDER, SESSION));
      }
      assertThat(forged.run("task", "cancel", "1").err())
          .contains("only a person at a terminal can take it away");

      assertThat(status()).isEqualTo("claimed");
      ok(swarm.run("task", "done", "1", "--agent", HOLDER)); // the person
    } finally {
      host.destroyForcibly().waitFor();
    }
  }

  private void startIn(Process host) {
    api.http()
        .send(
            "POST",
            "/v1/hooks",
            Map.of("Swarm-Host-Process", Long.toString(host.pid())),
            new HostSession(api.http(), daemon.project(), SESSION)
                .payload("SessionStart")
                .put("source", "startup")
                .toString()
                .getBytes(StandardCharsets.UTF_8));
    eventually().until(() -> swarm.run("status", "--json").out().contains(SESSION));
  }

  @Test
  void an_agent_of_another_session_is_refused_by_whatever_name() {
    claimIn(SESSION);
    try (Commands other = shell("SWARM_SESSION", "bbbbbbbb").with("SWARM_AGENT", HOLDER)) {
      assertThat(other.run("task", "release", "1").exit()).isEqualTo(3);
      assertThat(other.run("task", "done", "1", "--agent", HOLDER).exit()).isEqualTo(3);
    }
    assertThat(status()).isEqualTo("claimed");
  }

  @Test
  void a_session_needs_no_token_whether_its_host_is_known_or_not() {
    new HostSession(api.http(), daemon.project(), SESSION).start();
    try (Commands known = shell("SWARM_SESSION", SESSION);
        Commands unknown = shell("SWARM_SESSION", "cccccccc")) {
      for (Commands agent : List.of(known, unknown)) {
        long id = api.add("a").get(0);
        ok(agent.run("task", "claim"));
        ok(agent.run("task", "renew", "" + id));
        ok(agent.run("task", "done", "" + id));
        ok(agent.run("task", "done", "" + id)); // again
      }
    }
  }

  @Test
  void a_script_without_a_session_is_known_by_its_name() {
    api.add("a");
    try (Commands worker = shell("SWARM_AGENT", "worker-1");
        Commands other = shell("SWARM_AGENT", "worker-2")) {
      ok(worker.run("task", "claim"));

      assertThat(other.run("task", "done", "1").err()).contains("give --token or --agent");
      ok(worker.run("task", "done", "1"));
    }
  }

  @Test
  void no_agent_takes_a_task_by_cancelling_it() {
    claimIn(SESSION);
    try (Commands other = shell("SWARM_SESSION", "bbbbbbbb");
        Commands holder = shell("SWARM_SESSION", SESSION)) {
      assertThat(other.run("task", "cancel", "1").err())
          .contains("only a person at a terminal can take it away");
      assertThat(ok(other.run("task", "cancel", "--where", "status=claimed")).out())
          .isEqualTo("0 tasks changed\n");
      assertThat(status()).isEqualTo("claimed");
      ok(holder.run("task", "cancel", "1"));
    }
    assertThat(status()).isEqualTo("cancelled");
  }
}
