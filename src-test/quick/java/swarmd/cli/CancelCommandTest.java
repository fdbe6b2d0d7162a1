package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** A person ends a mode from a terminal, where no variable names the session. */
class CancelCommandTest extends InProcessTest {
  @BeforeEach
  void startSessions() {
    for (String id : new String[] {"s1", "s2", "s3"}) {
      new HostSession(api.http(), daemon.project(), id).start();
    }
  }

  @Test
  void of_several_sessions_the_only_one_in_a_mode_is_meant() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s2"));

    assertThat(ok(swarm.run("cancel")).out()).isEqualTo("ended ralph of session s2\n");
  }

  @Test
  void of_several_sessions_in_modes_one_has_to_be_named() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s2"));
    ok(swarm.run("mode", "start", "ultrawork", "--session", "s2"));
    ok(swarm.run("mode", "start", "ralph", "--session", "s3"));

    Result result = swarm.run("cancel");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("several sessions are in a mode; name one with --session: s2 (ralph")
        .contains("s3 (ralph)");
    assertThat(ok(swarm.run("mode", "stop", "ultrawork")).out())
        .isEqualTo("ended ultrawork of session s2\n");
    assertThat(ok(swarm.run("cancel", "--session", "s3")).out()).contains("of session s3");
    assertThat(ok(swarm.run("cancel")).out()).contains("of session s2");
  }
}
