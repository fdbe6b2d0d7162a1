package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class UsageTest extends InProcessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bogus",
        "task bogus",
        "task add",
        "task add --priority high x",
        "task add --wave -1 x",
        "task add --max-attempts 0 x",
        "task add --depends-on 99 x",
        "task add --files [ x",
        "task show",
        "task show seven",
        "task list --limit 0",
        "task list --limit -1",
        "task list --status finished",
        "task claim --limit 0",
        "task claim --wait 61",
        "task claim --lease 0",
        "task complete 1",
        "status --bogus",
        "events -n x",
        "completion fish",
      })
  void wrong_usage_is_exit_code_2_with_an_explanation(String line) {
    Result result = swarm.run(line.split(" "));

    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isNotBlank().doesNotContain("Exception", "swarmd failed");
  }

  @Test
  void wrong_usage_is_one_line_that_names_the_help() {
    assertThat(swarm.run("task", "add", "--priority", "high", "x").err())
        .startsWith("swarm: Invalid value for option '--priority'")
        .endsWith("; see: swarm task add --help\n")
        .hasLineCount(1);
    assertThat(swarm.run("statsu").err())
        .contains("unknown argument 'statsu' (did you mean status");
  }

  @Test
  void what_the_caller_wrote_cannot_control_the_terminal() {
    for (String hostile : List.of("\u001b[2J", "\u009b2J", "\u202e", "a\nswarmd: all is well")) {
      assertThat(swarm.run("task", "show", hostile).err()).doesNotContain(hostile).hasLineCount(1);
      assertThat(swarm.run(hostile).err()).doesNotContain(hostile).hasLineCount(1);
    }
  }

  @Test
  void an_unknown_task_is_exit_code_1_with_a_hint_to_the_list() {
    Result result = swarm.run("task", "show", "99");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).isEqualTo("swarm: there is no task 99; see: swarm task list -a\n");
  }
}
