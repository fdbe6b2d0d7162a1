package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** What an agent's command notices of a daemon that is killed. */
final class DaemonDiesTest {
  @Test
  void a_waiting_claim_starts_another_daemon_and_gets_its_task() throws Exception {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Process claim =
          Programs.start(
              daemon.project(),
              daemon.environment(),
              RunningDaemon.swarmCommand("task", "claim", "--wait", "60"));
      try (Api api = daemon.api()) {
        eventually().until(() -> api.connections() == 2);
      }
      daemon.kill();
      daemon.awaitAnswer();

      try (Api api = daemon.api()) {
        api.add("sweep");
        assertThat(Programs.await(claim)).isZero();
        String printed = new String(claim.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(printed).startsWith("task 1  sweep\n");
        assertThat(api.history(1)).containsExactly("created", "claimed");
      }
    }
  }
}
