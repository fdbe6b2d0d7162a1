package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.modes.Mode;
import swarmd.modes.ModeOption;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** The options of `swarm mode` are those that the modes declare. */
class ModeOptionsTest extends InProcessTest {

  @ParameterizedTest
  @EnumSource
  void the_help_names_every_mode_and_its_options(Mode mode) {
    String help = ok(swarm.run("mode", "set", "--help")).out();

    assertThat(help).contains(mode.label());
    for (ModeOption option : mode.options()) {
      assertThat(help).contains(option.name(), mode.label() + ": ");
    }
  }

  @Test
  void an_option_shared_by_two_modes_sets_the_field_of_the_named_mode() {
    assertThat(ok(swarm.run("mode", "set", "--help")).out())
        .contains("ralph: iterations (10); ultraqa: cycles (5).");

    assertThat(start("ralph", "--max", "7").out()).contains("max_iterations=7");
    ok(swarm.run("cancel", "--session", "s"));
    assertThat(start("ultraqa", "--max", "7").out()).contains("max_cycles=7");
  }

  private Result start(String mode, String... options) {
    return ok(swarm.run(words("start", mode, options)));
  }

  private static String[] words(String command, String mode, String... options) {
    return Stream.concat(Stream.of("mode", command, mode, "--session", "s"), Stream.of(options))
        .toArray(String[]::new);
  }

  @Test
  void flags_and_arguments_set_fields() {
    start("ralph", "--prompt", "port the parser", "--prd", "docs/prd.json");

    assertThat(ok(swarm.run(words("set", "ralph", "--verified"))).out())
        .contains("prd=docs/prd.json", "verification=approved");
    assertThat(
            ok(swarm.run(
                    words("set", "ralph", "--verification", "rejected", "--verified", "--json")))
                .out())
        .contains("port the parser")
        .contains("approved");
  }

  @Test
  void an_option_of_another_mode_is_refused_with_the_name_of_its_field() {
    start("autopilot");

    Result refused = swarm.run(words("set", "autopilot", "--verified"));

    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err())
        .contains("mode autopilot has no field 'verification'; it has prompt, phase");
  }

  @Test
  void an_invalid_number_and_a_command_without_options_are_refused() {
    start("ultraqa");

    assertThat(swarm.run(words("set", "ultraqa", "--max", "many")).err()).contains("--max", "many");
    assertThat(swarm.run(words("set", "ultraqa")).err()).contains("nothing to set");
  }
}
