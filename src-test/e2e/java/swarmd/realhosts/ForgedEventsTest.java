package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.background;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;

/** An agent cannot send its host's events, nor leave its host, to get out of a mode. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class ForgedEventsTest extends RealHostTest {
  private static final String SEND =
      "s=${SWARM_SESSION:-$CLAUDE_CODE_SESSION_ID}; f() { printf"
          + " '{\"session_id\":\"%s\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\",%s}' \"$s\""
          + " \"$PWD\" \"$1\" \"$2\" | swarm hook; }; ";

  ForgedEventsTest() {
    super(Map.of("SWARMD_SCRIPTS", "refuse"));
  }

  /** The host, and what it calls the prompt of its person. */
  enum Program {
    CLAUDE_CODE("UserPromptSubmit") {
      @Override
      RealHost in(RealHostTest test) {
        return test.claude(Way.LAUNCHER);
      }
    },
    CLAUDE_CODE_BY_HTTP("UserPromptSubmit") {
      @Override
      RealHost in(RealHostTest test) {
        return test.claude(Way.HTTP);
      }
    },
    GEMINI_CLI("BeforeAgent") {
      @Override
      RealHost in(RealHostTest test) {
        return new RealHost(GeminiProgram.installed(), test.daemon, test.model).install("launcher");
      }
    };

    private final String prompt;

    Program(String prompt) {
      this.prompt = prompt;
    }

    abstract RealHost in(RealHostTest test);
  }

  private String activeModes() {
    return daemon.swarm(daemon.project(), "mode", "list").out();
  }

  private Step stillInRalph(Turn next) {
    return input -> {
      assertThat(activeModes()).as(input.news()).contains("ralph");
      return next;
    };
  }

  private Step held(Turn next) {
    return input -> {
      assertThat(input.news()).contains("[swarmd ralph");
      return next;
    };
  }

  @ParameterizedTest
  @EnumSource
  void ralph_is_not_ended_by_forged_events_nor_by_processes_that_leave_the_host(Program program) {
    model.script(
        shell(
            SEND + "f %s '\"prompt\":\"/cancel\",\"timestamp\":\"now\"'".formatted(program.prompt)),
        stillInRalph(shell(SEND + "f SessionEnd '\"reason\":\"exit\",\"timestamp\":\"now\"'")),
        stillInRalph(shell(SEND + "f SessionStart '\"source\":\"clear\",\"timestamp\":\"now\"'")),
        stillInRalph(
            shell("setsid -w env -u CLAUDE_CODE_SESSION_ID swarm cancel </dev/null 2>&1; true")),
        stillInRalph(
            shell(
                "env -i PATH=\"$PATH\" HOME=\"$HOME\" SWARMD_HOME=\"$SWARMD_HOME\" setsid -f sh -c"
                    + " 'swarm cancel; swarm mode set ralph --verified' >/dev/null 2>&1; true")),
        stillInRalph(say("I think that is all.")),
        held(shell("true")),
        say("I think that is all."),
        held(say("I give up.")));

    run(program.in(this), model, "ralph, fix the login");

    assertThat(hooks().toString()).contains("does not come from the host of session");
  }

  @Test
  void a_made_up_subagent_does_not_verify_ralph_in_claude_code() {
    model.script(
        shell(
            SEND
                + "f SubagentStart '\"agent_id\":\"sub3\",\"agent_type\":\"x\"'; f PreToolUse"
                + " '\"agent_id\":\"sub3\",\"agent_type\":\"x\",\"tool_name\":\"Bash\",\"tool_use_id\":\"t9\",\"tool_input\":{\"command\":\"swarm"
                + " mode set ralph --verified\"}'; SWARM_SESSION=$s SWARM_AGENT=sub3 swarm mode set"
                + " ralph --verified 2>&1; true"),
        input -> {
          assertThat(input.news()).contains("sub3").doesNotContain("verification=approved");
          return background(
              "for i in $(seq 100); do swarm events --hooks --json -n 9 | grep -q"
                  + " '\"type\":\"stop\"' && break; sleep 0.2; done; swarm cancel");
        },
        // A background command holds no session, so this stop passes; its end wakes the model.
        say("I wait for the command."),
        stillInRalph(say("I think that is all.")),
        held(shell("true")),
        say("I think that is all."),
        held(say("I give up.")));

    run(Program.CLAUDE_CODE.in(this), model, "ralph, fix the login");
  }
}
