package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A daemon that hangs costs a host one time limit, and a person one clear sentence. */
class HungDaemonTest {
  private static final String PAYLOAD = "{\"hook_event_name\":\"UserPromptSubmit\"}";
  private static final String PERMISSION = "{\"hook_event_name\":\"PermissionRequest\"}";
  private static final String CONTINUE = "{\"continue\":true}\n";

  private final ClientFixture client = ClientFixture.installed();

  @AfterEach
  void close() {
    client.close();
  }

  private long hooks(StandInDaemon daemon) {
    return daemon.requests().stream().filter(r -> r.path().startsWith("/v1/hooks")).count();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void only_the_first_hook_waits_for_a_daemon_that_hangs(boolean curl) {
    client.with("SWARMD_HOOK_TIMEOUT_MS", "1500");
    if (!curl) {
      client.withoutCurl();
    }
    try (StandInDaemon daemon = StandInDaemon.thatHangs(client.socket())) {
      assertThat(client.swarmWithInput(PAYLOAD, "hook").out()).isEqualTo(CONTINUE);
      assertThat(client.swarmWithInput(PAYLOAD, "hook").out()).isEqualTo(CONTINUE);
      assertThat(client.swarmWithInput(PERMISSION, "hook").out()).contains("\"deny\"");
      client.with("SWARMD_PERMISSION_FALLBACK", "ask");
      assertThat(client.swarmWithInput(PERMISSION, "hook").out()).doesNotContain("deny");

      assertThat(hooks(daemon)).as("hooks that waited").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_daemon_that_is_back_gets_the_next_hook(boolean curl) {
    client.with("SWARMD_HOOK_TIMEOUT_MS", "1500");
    if (!curl) {
      client.withoutCurl();
    }
    AtomicBoolean hangs = new AtomicBoolean(true);
    try (StandInDaemon daemon =
        StandInDaemon.on(
            client.socket(),
            request -> hangs.get() ? new byte[0] : StandInDaemon.response(200, "{\"a\":1}"))) {
      assertThat(client.swarmWithInput(PAYLOAD, "hook").out()).isEqualTo(CONTINUE);
      hangs.set(false);
      client.with("SWARMD_HOOK_TIMEOUT_MS", "10000");

      assertThat(client.swarmWithInput(PAYLOAD, "hook").out()).isEqualTo("{\"a\":1}\n");
      assertThat(client.home().resolve("hung")).doesNotExist();
      assertThat(hooks(daemon)).isEqualTo(2);
    }
  }

  @Test
  void a_command_says_that_the_daemon_hangs_and_what_to_do() {
    try (StandInDaemon daemon = StandInDaemon.thatHangs(client.socket())) {
      var result = client.swarm("status");

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("the daemon does not answer; run: swarm daemon restart");
      assertThat(client.swarm("daemon", "start").err()).contains("does not answer");
      assertThat(client.swarm("doctor").out())
          .containsPattern("fail +daemon +hangs")
          .contains("-> run: swarm daemon restart");
      assertThat(daemon.requests()).isNotEmpty();
    }
  }

  @Test
  void a_restart_replaces_a_daemon_that_hangs_and_loses_nothing() throws IOException {
    assertThat(client.swarm("task", "add", "kept").exit()).isZero();
    String pid = Files.readString(client.home().resolve("swarmd.lock"));
    client.run("", List.of("kill", "-STOP", pid));

    assertThat(client.swarm("status").err())
        .contains("the daemon (pid " + pid + ") does not answer; run: swarm daemon restart");
    var restarted = client.swarm("daemon", "restart");

    assertThat(restarted.exit()).as(restarted.err()).isZero();
    assertThat(restarted.out()).contains("killed: pid " + pid).contains("started: pid");
    assertThat(client.swarm("task", "list").out()).contains("kept");
  }
}
