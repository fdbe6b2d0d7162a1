package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineStateTest {
  private static final ModeState TWO = PipelineState.INITIAL.with(Map.of("stages", "plan, build"));

  @Test
  void it_holds_until_stages_are_declared() {
    assertThat(held(PipelineState.INITIAL, StopInputs.NONE).reason())
        .contains("swarm mode set pipeline --stages")
        .contains("swarm mode stop pipeline");
    assertThat(PipelineState.INITIAL.maxHolds()).isEqualTo(15);
  }

  @Test
  void stages_are_done_one_after_the_other() {
    assertThat(held(TWO, StopInputs.NONE).reason())
        .startsWith("[swarmd pipeline 1/2] ")
        .contains("Stages left: plan, build.")
        .contains("swarm mode set pipeline --done plan");

    ModeState planned = TWO.with(Map.of("done", "plan"));
    assertThat(held(planned, StopInputs.NONE).reason())
        .startsWith("[swarmd pipeline 2/2] ")
        .contains("--done build");

    assertThat(over(planned.with(Map.of("done", "build")), StopInputs.NONE))
        .contains("all 2 stages");
  }

  @Test
  void only_the_next_stage_can_be_done() {
    assertThatThrownBy(() -> TWO.with(Map.of("done", "build")))
        .isInstanceOf(InvalidModeField.class)
        .hasMessage("field 'done' must be the next stage, plan, not build");
    assertThatThrownBy(() -> PipelineState.INITIAL.with(Map.of("done", "build")))
        .isInstanceOf(InvalidModeField.class)
        .hasMessageContaining("no stage left");
  }

  @Test
  void new_stages_replace_the_old() {
    assertThat(TWO.with(Map.of("done", "plan")).with(Map.of("stages", List.of("a"))).fields())
        .containsEntry("stages", List.of(Map.of("name", "a", "done", false)));
  }

  @Test
  void an_invalid_stage_is_refused() {
    for (Object stages :
        List.of(
            List.of(1),
            "a,b,a",
            List.of(Map.of("name", "a", "weight", 1)),
            List.of(Map.of("name", "a", "done", 3)),
            List.of(Map.of("name", "a", "done", false), Map.of("name", "b", "done", true)),
            "x".repeat(101),
            3)) {
      assertThatThrownBy(() -> TWO.with(Map.of("stages", stages)))
          .as("%s", stages)
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("stages");
    }
  }
}
