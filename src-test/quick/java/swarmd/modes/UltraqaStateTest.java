package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UltraqaStateTest {

  private static ModeState failing(String... failures) {
    ModeState state = UltraqaState.INITIAL;
    for (String failure : failures) {
      state = state.with(Map.of("failure", failure));
    }
    return state;
  }

  @Test
  void it_holds_for_five_cycles() {
    ModeState state = UltraqaState.INITIAL;
    for (int cycle = 1; cycle <= 5; cycle++) {
      StopDecision.Hold hold = held(state, StopInputs.NONE);
      assertThat(hold.reason())
          .startsWith("[swarmd ultraqa " + cycle + "/5] ")
          .contains("swarm mode set ultraqa --passing")
          .contains("swarm mode set ultraqa --failure");
      state = hold.state();
    }

    assertThat(over(state, StopInputs.NONE)).contains("gave up on tests after 5 cycles");
    assertThat(state.maxHolds()).isEqualTo(5);
  }

  @Test
  void it_is_over_when_it_passes() {
    ModeState passing = failing("a", "a", "a").with(Map.of("passing", "true"));

    assertThat(over(passing, StopInputs.NONE)).isEqualTo("ultraqa is done: tests passes.");
  }

  @Test
  void a_later_failure_means_that_it_does_not_pass() {
    ModeState passing = UltraqaState.INITIAL.with(Map.of("passing", true, "goal", "lint"));

    assertThat(held(passing.with(Map.of("failure", "x")), StopInputs.NONE).reason())
        .contains("not reached: lint.")
        .contains("Last failure: x");
  }

  @Test
  void the_same_failure_three_times_in_a_row_ends_it() {
    ModeState stuck =
        failing(
            "other",
            "A.java:12  failed in 3 ms",
            " A.java:7 failed\nin 12 ms",
            "A.java:9 failed in 4 ms");

    assertThat(over(stuck, StopInputs.NONE)).contains("same failure came 3 times in a row");
  }

  @Test
  void different_failures_are_progress() {
    held(failing("a", "a", "b"), StopInputs.NONE);
    held(failing("a", "a", "b", "a"), StopInputs.NONE);
    held(failing("a", "a"), StopInputs.NONE);
  }

  @Test
  void the_last_twenty_failures_are_kept_in_short() {
    ModeState state = UltraqaState.INITIAL;
    for (int i = 0; i < 25; i++) {
      state = state.with(Map.of("failure", i + " " + "x".repeat(600)));
    }

    assertThat((List<?>) state.fields().get("failures"))
        .hasSize(20)
        .allSatisfy(failure -> assertThat((String) failure).hasSize(500))
        .last()
        .asString()
        .startsWith("24 ");
  }

  @Test
  void a_goal_is_a_short_text() {
    for (Object goal : List.of("", " ", "x".repeat(201), 3)) {
      assertThatThrownBy(() -> UltraqaState.INITIAL.with(Map.of("goal", goal)))
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("'goal' must be a text");
    }
  }
}
