package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.testing.SettableTime;

/** Every command ends with an exit code, whatever happens to it. */
class BrokenCommandTest {
  private static final Invocation BROKEN =
      new Invocation(Collections.singletonList(null), "/", Map.of(), "");

  /** As if a class had to be loaded for the command itself. */
  private static final Map<String, String> MISSING_CLASS =
      new HashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        public String get(Object variable) {
          throw new NoClassDefFoundError("swarmd/cli/Gone");
        }
      };

  private final CommandLineRunner runner = new CommandLineRunner(null, new SettableTime());

  @AfterEach
  void close() {
    runner.endAll();
  }

  private int exitOf(Invocation invocation, Printed output) throws Exception {
    runner.start(invocation, output);
    return output.exitCode().get(60, TimeUnit.SECONDS);
  }

  @Test
  void a_failure_before_the_command_runs_is_reported() throws Exception {
    Printed output = new Printed();

    assertThat(exitOf(BROKEN, output)).isEqualTo(1);
    assertThat(output.text()).contains("failed inside the daemon", "swarm daemon logs");
  }

  @Test
  void a_command_whose_failure_cannot_even_be_printed_gets_an_exit_code() throws Exception {
    Printed output =
        new Printed() {
          @Override
          public void print(Stream target, String printed) {
            throw new NoClassDefFoundError("swarmd/cli/Gone");
          }
        };

    assertThat(exitOf(BROKEN, output)).isEqualTo(1);
  }

  @Test
  void a_class_that_cannot_be_loaded_means_that_a_restart_is_due() throws Exception {
    Services services =
        new Services(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            "1");
    CommandLineRunner withServices = new CommandLineRunner(services, new SettableTime());
    Printed output = new Printed();

    withServices.start(new Invocation(List.of("task", "list"), "/", MISSING_CLASS, ""), output);

    assertThat(output.exitCode().get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(output.text()).contains("restart it with: swarm daemon restart");
    withServices.endAll();
  }

  @Test
  void a_command_whose_client_has_gone_ends() throws Exception {
    Printed output =
        new Printed() {
          @Override
          public void print(Stream target, String printed) {
            throw new ReaderGone("gone");
          }
        };

    assertThat(exitOf(BROKEN, output)).isEqualTo(1);
  }
}
