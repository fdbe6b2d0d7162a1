package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** The session of a host that was killed is over at once, not after two hours. */
class DeadHostTest {
  private RunningDaemon daemon;
  private Api api;

  @BeforeEach
  void start() {
    daemon = RunningDaemon.start();
    api = daemon.api();
  }

  @AfterEach
  void stop() {
    api.close();
    daemon.close();
  }

  private static String payload(Path project, String event, String session) {
    return Api.object()
        .put("hook_event_name", event)
        .put("source", "startup")
        .put("reason", "other")
        .put("session_id", session)
        .put("cwd", project.toString())
        .toString();
  }

  /** A process that is no shell and runs a hook through shells, as hosts do. */
  private Process host(String session) throws IOException {
    Path started = daemon.root().resolve("started-" + session);
    Path event = daemon.root().resolve(session + ".json");
    Files.writeString(event, payload(daemon.project(), "SessionStart", session));
    String script =
        "sh -c 'sh -c \"%s hook <%s\"'; touch %s; sleep 600"
            .formatted(RunningDaemon.swarmCommand()[0], event, started);
    Process host =
        Programs.start(
            daemon.project(), daemon.environment(), "timeout", "900", "sh", "-c", script);
    eventually().until(() -> Files.exists(started));
    return host;
  }

  private static void kill(Process host) {
    host.descendants().forEach(ProcessHandle::destroyForcibly);
    host.destroyForcibly();
  }

  private ObjectNode claim(String session) {
    return api.body().put("agent", "main-" + session).put("session", session);
  }

  private String status() {
    return api.get("/v1/tasks/1").at("/task/status").asText();
  }

  private Programs.Result startSwarmMode(String session) {
    return daemon.swarm(daemon.project(), "mode", "start", "swarm", "--session", session);
  }

  @Test
  void a_killed_hosts_task_is_free_again_and_its_mode_blocks_nobody() throws IOException {
    api.add("sweep");
    Process host = host("first");
    api.post("/v1/tasks/claim", claim("first"));
    assertThat(startSwarmMode("first").exit()).isZero();
    assertThat(startSwarmMode("second").exit()).isEqualTo(3);

    kill(host);

    eventually().until(() -> status().equals("pending"));
    assertThat(startSwarmMode("second").exit()).isZero();
    assertThat(api.get("/v1/tasks/1").at("/task/attempts").asInt()).isEqualTo(1);
  }

  @Test
  void a_long_tool_call_keeps_the_task_of_a_host_that_lives_and_its_death_ends_that()
      throws IOException {
    api.add("sweep", "measure time");
    Process host = host("first");
    try {
      api.post("/v1/tasks/claim", claim("first").put("lease_ms", 300));
      new HostSession(api.http(), daemon.project(), "first").useTool();
      for (int leases = 0; leases < 3; leases++) {
        Api.Held other = api.claim(api.body().put("agent", "clock").put("lease_ms", 900));
        eventually().until(() -> !isHeld(other.id()));
      }

      assertThat(api.history(1)).containsExactly("created", "claimed");
    } finally {
      kill(host);
    }
    eventually().until(() -> status().equals("pending"));
  }

  private boolean isHeld(long id) {
    return api.show(id).at("/task/status").asText().equals("claimed");
  }

  @Test
  void a_host_that_lives_keeps_its_session_over_a_restart_of_the_daemon() throws IOException {
    api.add("sweep");
    Process host = host("first");
    try {
      api.post("/v1/tasks/claim", claim("first"));
      api.close();
      daemon.stop();
      daemon.restart();
      api = daemon.api();

      assertThat(status()).isEqualTo("claimed");
    } finally {
      kill(host);
    }
    eventually().until(() -> status().equals("pending"));
  }

  @Test
  void a_host_that_died_while_no_daemon_ran_is_noticed_when_one_starts() throws IOException {
    api.add("sweep");
    Process host = host("first");
    api.post("/v1/tasks/claim", claim("first"));
    api.close();
    daemon.stop();
    kill(host);
    daemon.restart();
    api = daemon.api();

    eventually().until(() -> status().equals("pending"));
  }

  private void endWithoutDaemon(String session) {
    daemon.swarmWithInput(
        daemon.project(), payload(daemon.project(), "SessionEnd", session), "hook", "session-end");
  }

  @Test
  void the_end_of_a_session_starts_a_daemon_only_if_it_left_something_behind() {
    api.add("sweep");
    api.post("/v1/tasks/claim", claim("worker"));
    api.close();
    daemon.stop();

    endWithoutDaemon("idle");
    assertThat(Files.exists(daemon.socket())).isFalse();
    endWithoutDaemon("worker");
    eventually().until(() -> Files.exists(daemon.socket()));
    endWithoutDaemon("worker"); // on a busy machine the first did not wait for the daemon
    api = daemon.api();

    assertThat(status()).isEqualTo("pending");
    daemon.swarm(daemon.project(), "daemon", "stop");
  }
}
