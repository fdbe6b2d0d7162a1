package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutopilotStateTest {

  @ParameterizedTest
  @CsvSource({
    "expansion, 1, planning",
    "planning, 2, execution",
    "execution, 3, qa",
    "qa, 4, validation",
    "validation, 5, complete"
  })
  void each_phase_explains_how_to_get_to_the_next(String phase, int step, String next) {
    ModeState state = AutopilotState.INITIAL.with(Map.of("phase", phase));

    assertThat(held(state, StopInputs.NONE).reason())
        .startsWith("[swarmd autopilot " + step + "/5] ")
        .contains("phase " + phase)
        .endsWith("swarm mode set autopilot --phase " + next);
  }

  @Test
  void it_begins_with_the_expansion() {
    assertThat(AutopilotState.INITIAL.fields()).containsEntry("phase", "expansion");
    assertThat(AutopilotState.INITIAL.maxHolds()).isEqualTo(20);
  }

  @Test
  void it_is_over_when_complete() {
    assertThat(over(AutopilotState.INITIAL.with(Map.of("phase", "complete")), StopInputs.NONE))
        .isEqualTo("autopilot is complete.");
  }

  @Test
  void the_task_is_not_forgotten() {
    ModeState state = AutopilotState.INITIAL.with(Map.of("prompt", "build\na shop"));

    assertThat(held(state, StopInputs.NONE).reason()).endsWith("\nThe task: \"build a shop\"");
  }
}
