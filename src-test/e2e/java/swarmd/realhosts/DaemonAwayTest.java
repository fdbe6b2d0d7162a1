package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;

/** A session of Claude Code whose daemon stops in the middle of it. */
class DaemonAwayTest extends RealHostTest {
  private static final String PROMPT = "swarm 2 agents, write the parser";
  private static final String HELD = "[swarmd swarm 0/1] The swarm is not complete";

  @ParameterizedTest
  @EnumSource
  void it_continues_and_is_held_again_when_the_daemon_is_back(Way way) {
    add("write the parser");
    model.script(
        input -> {
          daemon.stop();
          return shell("echo 'alone'");
        },
        input -> {
          daemon.restart();
          return say("I think that is all.");
        },
        shell("swarm task claim"),
        RealHostTest::complete,
        say("Now it is."));

    String err = run(claude(way).withoutStartingDaemons(), model, PROMPT).err();

    assertThat(model.requests()).hasSize(5);
    assertThat(model.requests().get(0).news()).contains("The mode swarm is on");
    assertThat(model.requests().get(1).news()).startsWith("alone").doesNotContain("hook");
    assertThat(model.requests().get(2).news()).contains(HELD);
    assertThat(err).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HTTP")
  void a_hook_starts_a_daemon_that_was_killed(Way way) {
    add("write the parser");
    model.script(
        input -> {
          daemon.kill();
          return shell("true");
        },
        say("I think that is all."),
        shell("swarm task claim"),
        RealHostTest::complete,
        say("Now it is."));

    run(claude(way), model, PROMPT);

    assertThat(model.requests()).hasSize(5);
    assertThat(model.requests().get(2).news()).contains(HELD);
  }

  @ParameterizedTest
  @EnumSource
  void it_may_stop_while_the_daemon_is_away(Way way) {
    add("write the parser");
    model.script(
        input -> {
          daemon.stop();
          return say("I think that is all.");
        });

    String err = run(claude(way).withoutStartingDaemons(), model, PROMPT).err();

    assertThat(model.requests()).hasSize(1);
    assertThat(err).isEmpty();
  }

  @Test
  void a_permission_is_denied_while_the_daemon_is_away() {
    askForPermission(claude(Way.LAUNCHER));

    assertThat(model.requests().get(1).news()).contains("swarmd did not answer");
  }

  @Test
  void a_permission_may_be_left_to_the_host_while_the_daemon_is_away() {
    askForPermission(claude(Way.LAUNCHER).with("SWARMD_PERMISSION_FALLBACK", "ask"));

    assertThat(model.requests().get(1).news()).contains("needs approval").doesNotContain("swarmd");
  }

  private void askForPermission(RealHost host) {
    model.script(
        input -> {
          daemon.stop();
          return shell("touch made");
        },
        say("I give up."));

    run(host.withoutStartingDaemons().withPermissions("default"), model, "make it");

    assertThat(daemon.project().resolve("made")).doesNotExist();
    assertThat(model.requests()).hasSize(2);
  }
}
