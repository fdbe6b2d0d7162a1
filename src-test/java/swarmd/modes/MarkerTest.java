package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[swarmd ralph 3/10] go on",
        "\n [swarmd ultrawork] go on",
        "[swarmd autopilot 1/5] x"
      })
  void a_reason_of_ours_is_recognised(String prompt) {
    assertThat(Marker.isOurs(prompt)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "use ralph", "why [swarmd ralph 3/10]", "[swarmd]", "[swarmd ralph 3"})
  void what_a_person_says_is_not_ours(String prompt) {
    assertThat(Marker.isOurs(prompt)).isFalse();
  }
}
