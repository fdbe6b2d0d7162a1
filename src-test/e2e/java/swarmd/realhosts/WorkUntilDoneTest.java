package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Programs;

/** A session in swarm mode, from its prompt to its end, in each host and with each kind of hook. */
class WorkUntilDoneTest extends RealHostTest {
  private static final String PROMPT = "swarm 2 agents, write the parser";

  private static final int REQUESTS = 5;
  private static final int TOOLS = 3;

  /** Sent after the results of a step, when all its tools are done. */
  private static final String BATCH = "PostToolBatch";

  /** This many lines. */
  private static final int NEW_HOOKS_WARNING = 5;

  private static final List<String> BEFORE_THE_FIRST_STOP =
      List.of("session-start", "keyword-detector", "pre-tool-use", "post-tool-use", "stop");
  private static final List<String> AFTER_IT =
      List.of(
          "pre-tool-use", "post-tool-use", "pre-tool-use", "post-tool-use", "stop", "session-end");

  @ParameterizedTest
  @EnumSource
  void claude_code_keeps_working_until_the_swarm_is_done(Way way) {
    List<String> printed =
        worksUntilDone(ClaudeProgram.installed(), way.name().toLowerCase(Locale.ROOT));

    assertThat(printed).isEmpty();
    assertThat(hookTypes()).filteredOn(BATCH::equals).hasSize(TOOLS);
    assertThat(hookTypes())
        .filteredOn(type -> !type.equals(BATCH))
        .isEqualTo(joined(List.of(BEFORE_THE_FIRST_STOP, AFTER_IT)));
  }

  /**
   * Gemini CLI shows system messages on stderr and warns about new hooks once. It would compress
   * before each request.
   */
  @Test
  void gemini_cli_keeps_working_until_the_swarm_is_done() {
    List<String> printed = worksUntilDone(GeminiProgram.installed(), "launcher");

    assertThat(printed.get(0)).startsWith("WARNING: The following project-level hooks");
    assertThat(printed.subList(NEW_HOOKS_WARNING, printed.size()))
        .containsExactly(
            "Hook system message: swarmd: swarm is active; to end it, press Esc, then type /cancel",
            "Hook system message: the swarm 'default' is complete:"
                + " 1 tasks done, 0 failed, 0 cancelled.");
    assertThat(hookTypes()).filteredOn("pre-compact"::equals).hasSize(REQUESTS);
    assertThat(hookTypes())
        .filteredOn(type -> !type.equals("pre-compact"))
        .as("the reason of a stop that is held comes back as a prompt")
        .isEqualTo(joined(List.of(BEFORE_THE_FIRST_STOP, List.of("keyword-detector"), AFTER_IT)));
  }

  private static List<String> joined(List<List<String>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  /** Returns the lines on stderr that come from hooks. */
  private List<String> worksUntilDone(HostBinary program, String via) {
    long task = add("write the parser");
    RealHost host = new RealHost(program, daemon, model);
    model.script(shell("echo hooks are off"), say("Done."));
    List<String> usual = run(host, model, "go").err().lines().toList();
    assertThat(hooks()).isEmpty();

    model.script(
        shell("echo 'hello from the shell'"),
        say("I think that is all."),
        shell("swarm task claim"),
        RealHostTest::complete,
        say("Now it is."));
    Programs.Result result = run(host.install(via), model, PROMPT);

    List<ModelInput> requests = model.requests().subList(2, model.requests().size());
    assertThat(requests).hasSize(REQUESTS);
    assertThat(requests.get(0).everything())
        .contains("Tasks of this project: default 1 claimable", PROMPT, "The mode swarm is on");
    assertThat(requests.get(1).news()).contains("hello from the shell");
    assertThat(requests.get(2).news())
        .contains("[swarmd swarm 0/1] The swarm is not complete", "1 \"write the parser\"");
    assertThat(requests.get(4).news()).contains("task 1 is done");
    assertThat(task(task).get("status").asText()).isEqualTo("done");
    return result
        .err()
        .lines()
        .filter(line -> !usual.contains(line))
        .filter(line -> !line.startsWith("[STARTUP]")) // Gemini CLI prints this occasionally
        .toList();
  }
}
