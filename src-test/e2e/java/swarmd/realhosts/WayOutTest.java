package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.background;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.testing.Eventually.eventually;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Programs;

/** How a person starts and ends a mode, in the hosts' terminals and without one. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class WayOutTest extends RealHostTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final String DONE = "I think that is all.";
  private static final String HELD = "[swarmd ralph 1/10]";

  /** A host under default permissions. */
  enum Program {
    CLAUDE_CODE("Interrupted") {
      @Override
      RealHost in(RealHostTest test) {
        return test.claude(Way.LAUNCHER).withPermissions("default");
      }
    },
    GEMINI_CLI("Request cancelled") {
      @Override
      RealHost in(RealHostTest test) {
        return new RealHost(GeminiProgram.installed(), test.daemon, test.model)
            .install("launcher")
            .withPermissions("default");
      }
    };

    private final String interrupted;

    Program(String interrupted) {
      this.interrupted = interrupted;
    }

    abstract RealHost in(RealHostTest test);

    /** Presses Escape; what is typed before the host has seen it would be one key with it. */
    void interrupt(TerminalSession terminal) {
      terminal.pressEscape().awaits(interrupted);
    }
  }

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /** The model is held, and works until the test is over. */
  private Step worksOn() {
    return input -> {
      assertThat(input.news()).contains(HELD);
      held.countDown();
      over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return say("Nobody hears this.");
    };
  }

  private void awaitHeld() throws InterruptedException {
    assertThat(held.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("held").isTrue();
  }

  private String activeModes() {
    return daemon.swarm(daemon.project(), "mode", "list").out();
  }

  private void endsRalph(TerminalSession terminal) {
    eventually().until(() -> activeModes().isEmpty());
    terminal.awaits("cancelled ralph");
    over.countDown();
    terminal.awaits("I stop here.");
    terminal.enter("/exit");
    assertThat(terminal.exit()).isZero();
    assertThat(model.failures()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_person_starts_ralph_with_its_command_and_ends_it_with_cancel(Program program)
      throws InterruptedException {
    model.script(say(DONE), worksOn(), say("I stop here."));

    TerminalSession terminal = open(program.in(this));
    terminal.enter("/ralph fix the login (both forms); then stop").awaits("ralph is active");
    terminal.awaits("/cancel");
    awaitHeld();
    assertThat(activeModes()).contains("ralph");
    program.interrupt(terminal);
    terminal.enter("/cancel");

    endsRalph(terminal);
  }

  @ParameterizedTest
  @EnumSource
  void an_order_starts_ralph_and_a_word_ends_it(Program program) throws InterruptedException {
    model.script(say(DONE), worksOn(), say("I stop here."));

    TerminalSession terminal = open(program.in(this));
    terminal.enter("ralph, fix the login").awaits("ralph is active");
    awaitHeld();
    program.interrupt(terminal);
    terminal.enter("cancelomc");

    endsRalph(terminal);
  }

  /** Claude Code hands over a command only when the turn has ended, which ralph prevents. */
  @Test
  void cancel_that_waits_in_claude_code_s_queue_works_after_escape() throws InterruptedException {
    model.script(say(DONE), worksOn(), say("I stop here."));

    TerminalSession terminal = open(Program.CLAUDE_CODE.in(this));
    terminal.enter("ralph, fix the login").awaits("ralph is active");
    awaitHeld();
    terminal.enterAtOnce("/cancel").awaits("/cancel");
    terminal.pressEscape();

    endsRalph(terminal);
  }

  @ParameterizedTest
  @EnumSource
  void a_command_in_another_terminal_ends_it(Program program) throws InterruptedException {
    model.script(
        say(DONE),
        input -> {
          held.countDown();
          over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
          return say("I stop here.");
        });

    TerminalSession terminal = open(program.in(this));
    terminal.enter("ralph, fix the login").awaits("ralph is active");
    awaitHeld();
    Programs.Result cancel = daemon.swarm(daemon.project(), "cancel");
    over.countDown();
    terminal.awaits("I stop here.").awaitsIdle();

    assertThat(cancel.out()).contains("ended ralph");
    assertThat(model.requests()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void a_command_starts_ralph_without_a_terminal_and_cancel_ends_it(Program program) {
    RealHost host = program.in(this);
    model.script(say(DONE), say(DONE), say(DONE), say(DONE));
    run(host, model, "/ralph fix the login (both forms); then stop");
    assertThat(model.requests()).hasSize(4);
    assertThat(model.requests().get(1).news())
        .contains(HELD, "The task: \"fix the login (both forms); then stop\"");

    model.script(say("I stop here."));
    Programs.Result result = host.resume("/cancel");

    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(model.requests()).as("not held any more").hasSize(5);
    assertThat(activeModes()).isEmpty();
  }

  /** Without a tool in between, ralph holds three times. */
  @ParameterizedTest
  @EnumSource
  void a_resumed_session_without_a_terminal_is_told_and_ends_ralph_with_cancel(Program program) {
    RealHost host = program.in(this);
    model.script(say(DONE), say(DONE), say(DONE), say(DONE));
    run(host, model, "ralph, fix the login");
    assertThat(model.requests()).hasSize(4);
    assertThat(model.requests().get(1).news()).contains(HELD);
    assertThat(activeModes()).isEmpty();

    model.script(say("I stop here."));
    Programs.Result result = host.resume("/cancel");

    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(model.requests()).as("not held any more").hasSize(5);
    assertThat(model.requests().get(4).news()).contains("swarmd: cancelled ralph");
    assertThat(activeModes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_resumed_session_in_a_terminal_is_told_and_ends_ralph_with_cancel(Program program) {
    RealHost host = program.in(this);
    model.script(say(DONE), say(DONE), say(DONE), say(DONE));
    TerminalSession first = open(host);
    first.enter("ralph, fix the login").awaits("ralph let the session stop");
    first.enter("/exit");
    assertThat(first.exit()).isZero();
    assertThat(activeModes()).isEmpty();

    model.script(say("I stop here."));
    TerminalSession second = reopen(host);
    eventually().until(() -> second.hasShown("ralph is active again"));
    second.enter("/cancel").awaits("I stop here.");

    assertThat(activeModes()).isEmpty();
    assertThat(model.requests()).hasSize(5);
  }

  /** The host calls the session back when the command has ended, so there is nothing to hold. */
  @Test
  void a_person_reads_why_ralph_let_go_while_a_command_runs_in_the_background() {
    model.script(
        background("timeout 60 tail -f /dev/null"), say("I wait for it."), say("I stop here."));

    TerminalSession terminal = open(claude(Way.LAUNCHER));
    terminal.enter("ralph, fix the login").awaits("I wait for it.").awaits("background");
    terminal.awaitsIdle();

    assertThat(activeModes()).contains("ralph");
  }

  @ParameterizedTest
  @EnumSource
  void a_person_reads_why_ralph_let_an_idle_session_stop_and_ends_it(Program program) {
    model.script(say(DONE), say(DONE), say(DONE), say(DONE), say("I stop here."));

    TerminalSession terminal = open(program.in(this));
    terminal.enter("ralph, fix the login").awaits("ralph let the session stop");
    terminal.awaits("or end it with");
    assertThat(activeModes()).contains("ralph");
    terminal.enter("/cancel").awaits("I stop here.");

    assertThat(activeModes()).isEmpty();
    assertThat(model.requests()).hasSize(5);
  }

  @Test
  void ralph_repeats_the_person_s_task_and_not_a_hook_s_text() {
    add("write the parser"); // so that the session starts with a text of ours
    model.script(shell("true"), say(DONE), say(DONE), say(DONE), say(DONE));
    RealHost host = new RealHost(GeminiProgram.installed(), daemon, model).install("launcher");

    run(host, model, "ralph, fix the login (both forms); then stop");

    assertThat(model.requests().get(2).news())
        .contains(HELD, "The task: \"fix the login (both forms); then stop\"\n");
  }
}
