package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorrectionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no, use pnpm, not npm|use pnpm, not npm",
        "No! Use pnpm not npm.|use pnpm, not npm",
        "use `pnpm`, not `npm`|use pnpm, not npm",
        "please use pnpm instead of npm here|use pnpm, not npm",
        "I told you to use pnpm rather than npm|use pnpm, not npm",
        "don't use npm, use pnpm|use pnpm, not npm",
        "Do not use npm. Use pnpm!|use pnpm, not npm",
        "stop using npm, we use pnpm|use pnpm, not npm",
        "no, pnpm, not npm|use pnpm, not npm",
        "again: use the new client, not the old client|use new client, not old client",
        "not npm, use pnpm\\nand then run the tests|use pnpm, not npm",
        "never commit to main|never commit to main",
        "No, don’t add comments!|don't add comments",
        "do not add comments|don't add comments",
        "always run the linter first|always run the linter first",
      })
  void a_correction_is_the_same_in_other_words(String prompt, String subject) {
    assertThat(Correction.in(prompt.replace("\\n", "\n")).map(Correction::subject))
        .contains(subject);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use pnpm",
        "no",
        "no, that is wrong",
        "fix the login",
        "should we use pnpm, not npm?",
        "the docs say to use pnpm, not npm",
        "add a test that says use pnpm, not npm",
        "don't push it yet",
        "don't stop until it is green",
        "stop",
        "don't do that",
        "never mind",
        "",
      })
  void other_prompts_are_no_corrections(String prompt) {
    assertThat(Correction.in(prompt)).isEmpty();
  }

  @Test
  void long_and_hostile_prompts_do_no_harm() {
    assertThat(Correction.in("no, ".repeat(100_000) + "use a, not b")).isEmpty();
    assertThat(Correction.in("use " + "x".repeat(90) + ", not " + "y".repeat(90)))
        .hasValueSatisfying(found -> assertThat(found.triggers()).isEmpty());
    assertThat(Correction.in("use " + "a ".repeat(90))).isEmpty();
  }
}
