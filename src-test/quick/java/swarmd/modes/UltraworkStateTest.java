package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.modes.Stops.held;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UltraworkStateTest {

  @Test
  void it_holds_and_explains_how_to_end_it() {
    ModeState state = UltraworkState.INITIAL.with(Map.of("prompt", "all of it"));

    StopDecision.Hold hold = held(state, StopInputs.NONE);

    assertThat(hold.reason())
        .startsWith("[swarmd ultrawork] ")
        .contains("swarm mode stop ultrawork")
        .endsWith("\"all of it\"");
    assertThat(hold.state()).isEqualTo(state);
    assertThat(state.maxHolds()).isEqualTo(50);
  }
}
