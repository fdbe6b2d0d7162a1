package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.modes.Stops.evidence;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;
import static swarmd.modes.Stops.run;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.HostProfiles;
import swarmd.checks.CheckRecord.Ending;
import swarmd.checks.CheckStanding;
import swarmd.checks.CheckStanding.Failed;
import swarmd.checks.CheckStanding.NotRun;
import swarmd.checks.CheckStanding.Outdated;
import swarmd.checks.CheckStanding.Passed;
import swarmd.checks.CheckStanding.Several;
import swarmd.checks.CheckStanding.Unknown;
import swarmd.checks.CheckStanding.Untrusted;

class UltraqaStateTest {
  private static final Map<String, Object> APPROVED =
      Map.of("passing", true, "approval", Map.of("by", "the person", "at", 1));

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
          .contains("This project has no check", "Ask the person to add one")
          .contains("the person tests it and runs in a terminal: swarm mode set ultraqa --passing");
      state = hold.state();
    }

    assertThat(over(state, StopInputs.NONE)).contains("gave up on tests after 5 cycles");
    assertThat(state.maxHolds()).isEqualTo(5);
  }

  @Test
  void it_is_over_when_it_passes() {
    ModeState passing = failing("a", "a").with(APPROVED);

    assertThat(over(passing, StopInputs.NONE))
        .isEqualTo("ultraqa is done: tests, says the person.");
    assertThat(
            over(
                failing("a", "a", "a"),
                evidence(HostProfiles.CLAUDE, new Passed(run(1, Ending.PASSED, "")), true)))
        .isEqualTo("ultraqa is done: tests, check 'test' passed.");
  }

  @Test
  void a_word_without_an_approval_does_not_count() {
    held(UltraqaState.INITIAL.with(Map.of("passing", true)), StopInputs.NONE);
    held(
        UltraqaState.INITIAL.with(APPROVED),
        evidence(HostProfiles.CLAUDE, new NotRun("test"), false));
  }

  @Test
  void it_says_how_the_check_stands() {
    assertThat(reason(new NotRun("test"))).contains("Run: swarm check test");
    assertThat(reason(new Failed(run(1, Ending.FAILED, "a\nb\n"))))
        .contains("Check 'test' failed with exit code 1", "Its last lines: a b");
    assertThat(reason(new Outdated(run(1, Ending.PASSED, ""), "a.txt was edited since")))
        .contains("passed, but a.txt was edited since. Run it again: swarm check test");
    assertThat(reason(new Untrusted("test"))).contains("not trusted yet", "swarm hooks trust");
    assertThat(reason(new Several(List.of("lint", "unit")))).contains("(lint, unit)", "--check");
    assertThat(reason(new Unknown("x", List.of("lint")))).contains("no check 'x'", "lint");
  }

  private static String reason(CheckStanding standing) {
    return held(UltraqaState.INITIAL, evidence(HostProfiles.CLAUDE, standing, true)).reason();
  }

  @Test
  void each_failed_run_of_the_check_is_one_failure() {
    ModeState state = UltraqaState.INITIAL;
    for (int i = 0; i < 2; i++) {
      StopInputs first =
          evidence(HostProfiles.CLAUDE, new Failed(run(i + 1, Ending.FAILED, "x")), true);
      state = held(held(state, first).state(), first).state();
    }
    assertThat((List<?>) state.fields().get("failures")).hasSize(2);

    assertThat(
            over(
                state, evidence(HostProfiles.CLAUDE, new Failed(run(3, Ending.FAILED, "x")), true)))
        .contains("same failure came 3 times in a row: failed with exit code 1: x");
  }

  @Test
  void a_later_failure_means_that_it_does_not_pass() {
    ModeState passing = UltraqaState.INITIAL.with(APPROVED).with(Map.of("goal", "lint"));

    assertThat(held(passing.with(Map.of("failure", "x")), StopInputs.NONE).reason())
        .contains("not reached: lint.");
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
