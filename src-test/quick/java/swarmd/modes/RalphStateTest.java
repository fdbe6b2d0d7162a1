package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.modes.Stops.evidence;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;
import static swarmd.modes.Stops.prd;
import static swarmd.modes.Stops.run;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostProfiles;
import swarmd.checks.CheckRecord.Ending;
import swarmd.checks.CheckStanding.NotRun;
import swarmd.checks.CheckStanding.Passed;

class RalphStateTest {
  private static final StopInputs.Story DONE = new StopInputs.Story("US-001", "log in", true);
  private static final StopInputs.Story OPEN = new StopInputs.Story("US-002", "log out", false);
  private static final StopInputs.Story LATER = new StopInputs.Story("US-003", "sign up", false);
  private static final ModeState VERIFIED =
      RalphState.INITIAL.with(
          Map.of("verified", true, "approval", Map.of("by", "the person", "at", 1)));

  @Test
  void it_continues_with_the_first_story_that_does_not_pass() {
    assertThat(held(RalphState.INITIAL, prd(DONE, OPEN, LATER)).reason())
        .startsWith("[swarmd ralph 1/10] ")
        .contains("2 of 3 stories in .omc/prd.json")
        .contains("US-002 \"log out\"")
        .doesNotContain("sign up");
  }

  @Test
  void an_early_approval_does_not_end_it() {
    assertThat(held(VERIFIED, prd(DONE, OPEN)).reason()).contains("US-002");
  }

  @Test
  void when_all_stories_pass_it_asks_for_a_verification() {
    assertThat(held(RalphState.INITIAL, prd(DONE)).reason())
        .contains("Your own word does not count")
        .contains("review the work against .omc/prd.json")
        .contains("if it approves: swarm mode set ralph --verified");
  }

  @Test
  void a_host_without_subagents_is_told_what_counts_there() {
    String reason =
        held(RalphState.INITIAL, evidence(HostProfiles.GEMINI, new NotRun("test"), true)).reason();

    assertThat(reason)
        .contains("- a check run by swarmd: swarm check test\n")
        .contains("- the person, in a terminal of their own: swarm mode set ralph --verified")
        .doesNotContain("subagent");
    assertThat(RalphState.INITIAL.guide(HostProfiles.GEMINI)).doesNotContain("subagent");
    assertThat(RalphState.INITIAL.guide(HostProfiles.CLAUDE)).contains("subagent");
  }

  @Test
  void a_word_without_an_approval_does_not_count() {
    ModeState said = RalphState.INITIAL.with(Map.of("verification", "approved"));

    assertThat(held(said, StopInputs.NONE).reason()).contains("verified");
  }

  @Test
  void a_change_withdraws_the_approval() {
    assertThat(held(VERIFIED, evidence(HostProfiles.CLAUDE, new NotRun("test"), false)).reason())
        .contains("changed after it was verified");
    ModeState again = VERIFIED.with(Map.of("verification", "pending"));
    assertThat(again.fields()).doesNotContainKey("approval");
  }

  @Test
  void a_check_verifies_it_unless_a_reviewer_has_rejected_it() {
    StopInputs passed = evidence(HostProfiles.CLAUDE, new Passed(run(1, Ending.PASSED, "")), true);
    ModeState rejected = RalphState.INITIAL.with(Map.of("verification", "rejected"));

    assertThat(over(RalphState.INITIAL, passed)).contains("verified by check 'test'");
    assertThat(held(rejected, passed).reason()).contains("rejected", "--verification pending");
  }

  @Test
  void a_rejected_verification_is_in_the_reason() {
    ModeState rejected = RalphState.INITIAL.with(Map.of("verification", "rejected"));

    assertThat(held(rejected, prd(DONE)).reason()).contains("rejected").contains("--verified");
    assertThat(held(rejected, prd(OPEN)).reason()).contains("rejected").contains("US-002");
  }

  @Test
  void a_pending_verification_does_not_end_it() {
    ModeState pending = RalphState.INITIAL.with(Map.of("verification", "pending"));

    assertThat(held(pending, prd(DONE)).reason()).contains("pending");
  }

  @Test
  void it_is_over_when_all_pass_and_the_work_is_verified() {
    assertThat(over(VERIFIED, prd(DONE))).contains("all stories").contains("verified");
  }

  @Test
  void without_a_prd_only_the_verification_counts() {
    assertThat(held(RalphState.INITIAL, StopInputs.NONE).reason()).contains("--verified");
    assertThat(over(VERIFIED, StopInputs.NONE)).contains("verified").doesNotContain("stories");
  }

  @Test
  void it_is_extended_five_times_and_gives_up_after_sixty_holds() {
    ModeState state = RalphState.INITIAL;
    int holds = 0;
    while (state.onStop(prd(OPEN)) instanceof StopDecision.Hold hold) {
      state = hold.state();
      holds++;
      assertThat(state.maxHolds()).isEqualTo(60);
    }

    assertThat(holds).isEqualTo(60);
    assertThat(state.fields())
        .containsEntry("iteration", 60)
        .containsEntry("max_iterations", 60)
        .containsEntry("extensions", 5);
    assertThat(over(state, prd(OPEN))).contains("gave up after 60 iterations").contains("1 of 1");
    assertThat(over(state, prd(DONE))).contains("nobody has verified");
  }

  @Test
  void the_eleventh_hold_is_the_first_of_an_extension() {
    ModeState tenth = RalphState.INITIAL.with(Map.of("iteration", 10));

    StopDecision.Hold hold = held(tenth, prd(OPEN));

    assertThat(hold.reason()).startsWith("[swarmd ralph 11/20] ");
    assertThat(hold.state().fields()).containsEntry("iteration", 11).containsEntry("extensions", 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "../prd.json",
        "a/../../b",
        "a/..",
        "C:\\x",
        "~/x",
        "a\nb",
        "..\\x"
      })
  void its_prd_must_be_within_the_project(String path) {
    assertThatThrownBy(() -> RalphState.INITIAL.with(Map.of("prd", path)))
        .isInstanceOf(InvalidModeField.class)
        .hasMessageContaining("'prd'")
        .hasMessageContaining("within the project");
  }

  @Test
  void a_path_may_have_dots() {
    assertThat(RalphState.INITIAL.with(Map.of("prd", "docs/..prd..json")).fields())
        .containsEntry("prd", "docs/..prd..json");
  }
}
