package swarmd.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 5})
  void both_ends_of_a_range_are_allowed(long number) {
    assertThat(new NumberRange("n", 1, 5).check(number)).isEqualTo(number);
    assertThat(new NumberRange("n", 1, 5).checkInt(number)).isEqualTo((int) number);
    DurationRange durations = new DurationRange("d", Duration.ofSeconds(1), Duration.ofSeconds(5));
    assertThat(durations.check(Duration.ofSeconds(number))).hasSeconds(number);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, 0, 6, 1L << 32, Long.MAX_VALUE})
  void a_number_out_of_range_is_refused_even_if_it_does_not_fit_into_an_int(long number) {
    String message = "field 'n' must be from 1 to 5, not " + number;

    assertRefused(() -> new NumberRange("n", 1, 5).check(number), message);
    assertRefused(() -> new NumberRange("n", 1, 5).checkInt(number), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r", "\u001b[2J", "a\u009b", "a\u2028b", "\u202ea", "a\u200b"})
  void a_name_has_no_line_breaks_and_no_hidden_characters(String name) {
    TextLength names = TextLength.notBlank(10, "n").onOneLine();

    assertThat(names.check("Ada 日本語")).isEqualTo("Ada 日本語");
    assertRefused(
        () -> names.check(name), "field 'n' must not contain line breaks or hidden characters");
  }

  @Test
  void a_range_without_an_upper_end_says_so() {
    assertThat(NumberRange.atLeast("n", 1).check(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertRefused(
        () -> NumberRange.atLeast("n", 1).check(0), "field 'n' must be at least 1, not 0");
  }

  @ParameterizedTest
  @CsvSource({
    "99, 99 ms",
    "-1, -1 ms",
    "0, 0 s",
    "61000, 61 s",
    "60001, 60001 ms",
    "7200000, 2 h",
    "9223372036854775807, 9223372036854775807 ms"
  })
  void a_duration_is_shown_in_the_largest_unit_that_fits(long millis, String shown) {
    DurationRange range = new DurationRange("d", Duration.ofMillis(100), Duration.ofSeconds(60));

    assertRefused(
        () -> range.check(Duration.ofMillis(millis)),
        "field 'd' must be from 100 ms to 60 s, not " + shown);
  }

  @Test
  void a_duration_too_long_for_milliseconds_is_refused_like_any_other() {
    DurationRange range = new DurationRange("d", Duration.ZERO, Duration.ofSeconds(60));

    assertRefused(
        () -> range.check(Duration.ofSeconds(Long.MAX_VALUE)),
        "field 'd' must be from 0 s to 60 s, not 9223372036854775807 s");
  }

  @Test
  void a_text_has_a_maximum_length_and_may_have_to_be_non_blank() {
    TextLength name = TextLength.notBlank(3, "t");

    assertThat(name.check("abc")).isEqualTo("abc");
    assertThat(name.check(Optional.empty())).isEmpty();
    assertRefused(() -> name.check("abcd"), "field 't' is longer than 3 characters");
    assertRefused(() -> name.check(" \t"), "field 't' must not be blank");
    assertRefused(() -> name.check(Optional.of("")), "field 't' must not be blank");
    assertThat(TextLength.upTo(3, "t").check("")).isEmpty();
  }

  @Test
  void a_list_has_a_size() {
    ListSize size = new ListSize("l", 1, 2);

    assertThat(size.check(List.of("a", "b"))).hasSize(2);
    assertRefused(() -> size.check(List.of()), "field 'l' must have at least 1 entry");
    assertRefused(
        () -> size.check(List.of(1, 2, 3)), "field 'l' has 3 entries; at most 2 are allowed");
  }

  @Test
  void an_invalid_value_can_carry_the_path_of_its_object() {
    assertThat(new InvalidValue("wave", "must not be blank").within("tasks[3]."))
        .hasMessage("field 'tasks[3].wave' must not be blank");
  }

  private static void assertRefused(ThrowingCallable check, String message) {
    assertThatThrownBy(check).isInstanceOf(InvalidValue.class).hasMessage(message);
  }
}
