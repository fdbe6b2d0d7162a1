package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModeFieldsTest {

  @ParameterizedTest
  @EnumSource(Mode.class)
  void an_unknown_field_is_refused_with_the_list_of_fields(Mode mode) {
    ModeState initial = ModeState.initial(mode);

    assertThatThrownBy(() -> initial.with(Map.of("colour", "red")))
        .isInstanceOf(InvalidModeField.class)
        .hasMessageContaining("mode " + mode.label() + " has no field 'colour'; it has prompt")
        .satisfies(
            refusal ->
                initial
                    .fields()
                    .keySet()
                    .forEach(f -> assertThat(refusal).hasMessageContaining(f)));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void an_empty_change_leaves_the_state_as_it_is(Mode mode) {
    ModeState initial = ModeState.initial(mode);

    assertThat(initial.mode()).isEqualTo(mode);
    assertThat(initial.with(Map.of())).isEqualTo(initial);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void a_long_prompt_is_cut_and_a_blank_one_removed(Mode mode) {
    ModeState state = ModeState.initial(mode).with(Map.of("prompt", "x".repeat(5_000)));
    Map<String, Object> nothing = new HashMap<>();
    nothing.put("prompt", null);

    assertThat((String) state.fields().get("prompt")).hasSize(2_000).startsWith("xxx");
    assertThat(state.with(Map.of("prompt", " "))).isEqualTo(ModeState.initial(mode));
    assertThat(state.with(nothing)).isEqualTo(ModeState.initial(mode));
  }

  @Test
  void a_prompt_is_never_cut_within_a_character() {
    ModeState state = UltraworkState.INITIAL.with(Map.of("prompt", "x" + "😀".repeat(2_000)));

    assertThat((String) state.fields().get("prompt")).endsWith("😀…");
  }

  @Test
  void a_number_may_be_a_number_or_digits() {
    for (Object seven : List.of(7, 7L, "7", " 7 ")) {
      assertThat(SwarmState.INITIAL.with(Map.of("agents", seven)).fields())
          .containsEntry("agents", 7);
    }
  }

  @Test
  void a_number_out_of_range_is_refused_with_the_range() {
    for (Object value :
        List.of(0, 101, -1, 1L << 40, "x", "", "7.0", 7.0, true, List.of(), "9".repeat(30))) {
      assertThatThrownBy(() -> SwarmState.INITIAL.with(Map.of("agents", value)))
          .as("%s", value)
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("'agents' must be a whole number from 1 to 100, not ");
    }
  }

  @Test
  void a_flag_may_be_a_boolean_or_a_word() {
    for (Object yes : List.of(true, "true", "True")) {
      assertThat(UltraqaState.INITIAL.with(Map.of("passing", yes)).fields())
          .containsEntry("passing", true);
    }
    for (Object value : List.of("yes", 1, "", List.of(true))) {
      assertThatThrownBy(() -> UltraqaState.INITIAL.with(Map.of("passing", value)))
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("'passing' must be true or false");
    }
  }

  @Test
  void an_unknown_choice_is_refused_with_the_choices() {
    for (Object value : List.of("asleep", 3, "")) {
      assertThatThrownBy(() -> RalphState.INITIAL.with(Map.of("verification", value)))
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("'verification' must be one of none, pending, approved, rejected");
    }
  }

  @Test
  void verified_is_short_for_the_verification() {
    assertThat(RalphState.INITIAL.with(Map.of("verified", "true")).fields())
        .containsEntry("verification", "approved");
    assertThat(RalphState.INITIAL.with(Map.of("verified", "false")).fields())
        .containsEntry("verification", "rejected");
  }

  @Test
  void a_text_must_be_a_text() {
    assertThatThrownBy(() -> UltraworkState.INITIAL.with(Map.of("prompt", 3)))
        .isInstanceOf(InvalidModeField.class)
        .hasMessage("field 'prompt' must be a text, not 3");
  }

  @Test
  void a_list_may_be_a_list_or_have_commas() {
    List<String> failures = List.of("a", "b");
    for (Object value : List.of(failures, "a, b", ",a,,b,")) {
      assertThat(UltraqaState.INITIAL.with(Map.of("failures", value)).fields())
          .containsEntry("failures", failures);
    }
    for (Object value : List.of(3, true, Map.of(), List.of(3))) {
      assertThatThrownBy(() -> UltraqaState.INITIAL.with(Map.of("failures", value)))
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("'failures'");
    }
  }
}
