package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.write;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.realhosts.Turn.Subagent.Kind;
import swarmd.testing.RunningDaemon;

/** ralph and ultraqa in the hosts' own programs: the agent's word does not end them. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class VerifiedWorkTest extends RealHostTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final String DONE = "I think that is all.";
  private static final String VERIFIED = "swarm mode set ralph --verified";

  /** A host that asks nobody for permission, so that nothing but swarmd is in the model's way. */
  enum Program {
    CLAUDE_CODE {
      @Override
      RealHost in(RealHostTest test) {
        return test.claude(Way.LAUNCHER);
      }
    },
    GEMINI_CLI {
      @Override
      RealHost in(RealHostTest test) {
        return new RealHost(GeminiProgram.installed(), test.daemon, test.model).install("launcher");
      }
    };

    abstract RealHost in(RealHostTest test);
  }

  private String activeModes() {
    return daemon.swarm(daemon.project(), "mode", "list").out();
  }

  private static Step refused(String why, Turn next) {
    return input -> {
      assertThat(input.news()).contains(why);
      return next;
    };
  }

  private static Step held(String text, Turn next) {
    return input -> {
      assertThat(input.news()).contains("[swarmd ", text);
      return next;
    };
  }

  @ParameterizedTest
  @EnumSource
  void ralph_is_not_ended_by_the_agent_s_own_word_but_by_a_check(Program program) {
    addCheck("test", "true");
    model.script(
        write("login.txt", "fixed"),
        shell(VERIFIED),
        refused("your own word does not count", shell("swarm cancel")),
        refused("only the person can, with /cancel", shell("swarm mode stop ralph")),
        refused(
            "only the person can",
            shell("env -u CLAUDE_CODE_SESSION_ID -u SWARM_SESSION -u SWARM_AGENT " + VERIFIED)),
        refused("does not count", say(DONE)),
        held("swarm check test", shell("swarm check test")),
        refused("check 'test' passed", say("Now it is.")));

    run(program.in(this), model, "ralph, fix the login");

    assertThat(model.requests()).hasSize(8);
    assertThat(activeModes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void ralph_is_ended_by_the_word_of_its_reviewer_in_claude_code(Way way) {
    model.script(
        write("login.txt", "fixed"),
        shell(VERIFIED),
        refused("have a subagent that edited nothing review the work", say(DONE)),
        held(
            "start a subagent that edits nothing",
            subagent("reviewer", "review the work", Kind.FOREGROUND)),
        say("It was approved."));
    model.lane("reviewer", shell("cat login.txt"), shell(VERIFIED), say("I approve."));

    run(claude(way).withPermissions("default"), model, "ralph, fix the login");

    assertThat(model.requests("reviewer").get(2).news()).contains("verification=approved");
    assertThat(model.requests()).hasSize(5);
    assertThat(activeModes()).isEmpty();
  }

  @Test
  void a_subagent_that_did_the_work_does_not_approve_it_in_claude_code() {
    model.script(
        subagent("worker", "do the work", Kind.FOREGROUND),
        say(DONE),
        held("ralph", shell("true")),
        say(DONE),
        held("ralph", say("I give up.")));
    model.lane(
        "worker",
        write("login.txt", "fixed"),
        shell(VERIFIED),
        refused("has edited files itself", say("Then somebody else must.")));

    run(claude(Way.LAUNCHER), model, "ralph, fix the login");

    assertThat(model.requests("worker")).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void ralph_is_ended_by_the_person_in_a_terminal(Program program) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch verified = new CountDownLatch(1);
    model.script(
        say(DONE),
        input -> {
          assertThat(input.news()).contains("the person, in a terminal of their own");
          held.countDown();
          verified.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
          return say("I stop here.");
        });
    TerminalSession session = open(program.in(this));
    session.enter("ralph, fix the login");
    assertThat(held.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

    Map<String, String> environment = new HashMap<>(daemon.environment());
    environment.put("TERM", "dumb");
    try (TerminalSession person =
        TerminalSession.start(
            daemon.project(),
            environment,
            List.of(RunningDaemon.swarmCommand("mode", "set", "ralph", "--verified")))) {
      assertThat(person.exit()).as(person.toString()).isZero();
    }
    verified.countDown();
    session.awaits("I stop here.").awaits("verified by the person");

    assertThat(model.requests()).hasSize(2);
    assertThat(activeModes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void ultraqa_goes_from_red_to_green_by_the_daemon_s_check(Program program) {
    addCheck("test", "cat state.txt; grep -q green state.txt");
    model.script(
        write("state.txt", "red"),
        shell("swarm check test"),
        refused("failed with exit code 1", say(DONE)),
        held("Check 'test' failed with exit code 1", shell("swarm mode set ultraqa --passing")),
        refused("run: swarm check test", write("state.txt", "green")),
        say(DONE),
        held("swarm check test", shell("swarm check test")),
        refused("check 'test' passed", say("Now it is.")));

    run(program.in(this), model, "/ultraqa the tests");

    assertThat(model.requests()).hasSize(8);
    assertThat(activeModes()).isEmpty();
  }
}
