package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Gemini CLI without a person, under default approvals: the installed policy gives its model a
 * shell for an agent's own commands, and for nothing else.
 */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class UnaskedCommandsTest extends RealHostTest {
  private static final String DENIED = "denied by policy";

  /** What permission rules stumble over outside of quotes. */
  private static final String WORDS =
      "fixed (most); see *.log & a > b | c, it's ~50 % #1 [x] {y} ?";

  private RealHost gemini() {
    return new RealHost(GeminiProgram.installed(), daemon, model)
        .installForUser("launcher")
        .withPermissions("default");
  }

  @Test
  void ralph_ends_with_the_verification_that_its_text_names() {
    addCheck("test", "true");
    model.script(
        shell("swarm mode set ralph --verification pending"),
        say("I think that is all."),
        input -> {
          assertThat(input.news()).contains("[swarmd ralph");
          return shell("swarm note add --working \"" + WORDS + "\"");
        },
        shell("swarm task add 'the (ui); *' --description \"" + WORDS + "\""),
        shell("swarm task claim"),
        shell("swarm task done 1 --result \"" + WORDS + "\""),
        told("swarm check test"),
        say("Done."));

    run(gemini(), model, "ralph, fix the login");

    assertThat(model.transcript()).doesNotContain(DENIED, "not found");
    assertThat(swarm("mode", "list")).isEmpty();
    assertThat(swarm("note", "list")).contains(WORDS);
    assertThat(task(1).get("result").asText()).isEqualTo(WORDS);
    assertThat(task(1).get("agent").asText()).startsWith("main-");
  }

  private static Step told(String command) {
    return input -> {
      assertThat(input.everything().replaceAll("\\s+", " ")).contains(command);
      return shell(command);
    };
  }

  private String swarm(String... arguments) {
    return daemon.swarm(daemon.project(), arguments).out();
  }

  @Test
  void everything_else_is_refused() {
    List<String> commands =
        List.of(
            "touch x",
            "swarm cancel",
            "swarm daemon stop",
            "swarm mode stop ralph",
            "swarm task list --project /",
            "swarm task list; touch x",
            "swarm task list > x",
            "swarm note add \"$(touch x)\"",
            "swarm task list; PATH=$PWD; swarm task list",
            "export SWARM_SESSION=a SWARM_AGENT=b; swarm task list",
            "SWARM_SESSION=a SWARM_AGENT=b swarm task list; touch x",
            "SWARM_SESSION=a SWARM_AGENT=b swarm task list && SWARM_SESSION=a SWARM_AGENT=b swarm"
                + " cancel");
    model.script(commands.stream().map(Turn::shell).toArray(Step[]::new));

    run(gemini(), model, "try these");

    assertThat(model.requests()).hasSizeGreaterThan(commands.size());
    assertThat(model.requests().subList(1, commands.size() + 1))
        .extracting(ModelInput::news)
        .allSatisfy(news -> assertThat(news).contains(DENIED));
    assertThat(daemon.project().resolve("x")).doesNotExist();
  }
}
