package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.cli.CommandLineRunner.Invocation;

/** Every command ends with an exit code, even if it cannot start. */
class BrokenCommandTest {
  @Test
  void a_failure_before_the_command_runs_is_reported() {
    StringBuilder printed = new StringBuilder();
    Invocation broken = new Invocation(Collections.singletonList(null), "/", Map.of(), "");

    int exit = new CommandLineRunner(null).run(broken, (stream, text) -> printed.append(text));

    assertThat(exit).isEqualTo(1);
    assertThat(printed.toString()).contains("swarmd failed", "swarm daemon logs");
  }
}
