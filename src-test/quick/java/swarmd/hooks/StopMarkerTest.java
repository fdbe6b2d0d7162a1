package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopMarkerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[swarmd ralph 3/10] go on",
        "\n [swarmd ultrawork] go on",
        "[swarmd autopilot 1/5] x"
      })
  void a_marked_reason_is_recognised(String prompt) {
    assertThat(StopMarker.isOn(prompt)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "use ralph", "why [swarmd ralph 3/10]", "[swarmd]", "[swarmd ralph 3"})
  void a_prompt_typed_by_a_person_is_not_marked(String prompt) {
    assertThat(StopMarker.isOn(prompt)).isFalse();
  }

  @Test
  void a_reason_is_marked_once() {
    assertThat(StopMarker.addTo("go on")).isEqualTo("[swarmd stop] go on");
    assertThat(StopMarker.addTo("[swarmd ralph 3/10] go on"))
        .isEqualTo("[swarmd ralph 3/10] go on");
  }
}
