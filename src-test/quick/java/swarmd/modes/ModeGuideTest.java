package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.catalogue.HostProfiles;

class ModeGuideTest {

  @ParameterizedTest
  @EnumSource(Mode.class)
  void a_guide_names_the_mode_and_how_to_end_it(Mode mode) {
    assertThat(ModeGuide.text(mode, ModeState.initial(mode), HostProfiles.CLAUDE))
        .startsWith("The mode " + mode.label() + " is on")
        .endsWith(
            "Only the person can end it earlier. If they ask how: press Esc, then type /cancel.")
        .hasSizeLessThan(1_500);
  }

  @ParameterizedTest
  @CsvSource({
    "RALPH, swarm mode set ralph --verified",
    "AUTOPILOT, swarm mode set autopilot --phase complete",
    "ULTRAPILOT, swarm mode set ultrapilot --finished",
    "ULTRAPILOT, swarm mode set ultrapilot --integrated",
    "SWARM, swarm task claim",
    "SWARM, swarm task done",
    "PIPELINE, swarm mode set pipeline --done",
    "ULTRAQA, swarm check test",
    "ULTRAWORK, swarm mode stop ultrawork"
  })
  void a_guide_has_the_commands(Mode mode, String command) {
    assertThat(ModeGuide.text(mode, ModeState.initial(mode), HostProfiles.CLAUDE))
        .contains(command);
  }

  @Test
  void a_guide_repeats_the_prompt() {
    ModeState seven = SwarmState.INITIAL.with(Map.of("agents", 7, "swarm", "api"));
    ModeState elsewhere = RalphState.INITIAL.with(Map.of("prd", "docs/prd.json"));

    assertThat(ModeGuide.text(Mode.SWARM, seven, HostProfiles.CLAUDE))
        .contains("Start 7 agents")
        .contains("swarm task claim --swarm api");
    assertThat(ModeGuide.text(Mode.RALPH, elsewhere, HostProfiles.CLAUDE))
        .contains("docs/prd.json");
  }
}
