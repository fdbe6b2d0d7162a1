package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.checks.CheckRecord;
import swarmd.checks.CheckStanding;
import swarmd.hooks.HookEvent;
import swarmd.hooks.StopMarker;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;

/** Stop events, and the state that modes check, for tests. */
final class Stops {
  private static final SwarmId SWARM = new SwarmId(1, "/p", "default");

  private Stops() {}

  static StopDecision.Hold held(ModeState state, StopInputs inputs) {
    StopDecision decision = state.onStop(inputs);
    assertThat(decision).isInstanceOf(StopDecision.Hold.class);
    StopDecision.Hold hold = (StopDecision.Hold) decision;
    assertThat(StopMarker.isOn(hold.reason())).isTrue();
    assertThat(hold.reason()).hasSizeLessThan(1_500);
    return hold;
  }

  static String over(ModeState state, StopInputs inputs) {
    StopDecision decision = state.onStop(inputs);
    assertThat(decision).isInstanceOf(StopDecision.Over.class);
    return ((StopDecision.Over) decision).message();
  }

  /** A session's Stop event that skips these hooks. */
  static HookEvent event(String project, String session, String... skipped) {
    return new HookEvent(
        HostProfiles.CLAUDE,
        "Stop",
        EventKind.STOP,
        Optional.of(session),
        Optional.empty(),
        Optional.of(project),
        Optional.of(project),
        Set.of(skipped),
        Map.of());
  }

  static StopInputs prd(StopInputs.Story... stories) {
    return new StopInputs(
        Optional.of(new StopInputs.Prd(".omc/prd.json", Arrays.asList(stories))),
        Optional.empty(),
        List.of());
  }

  /** Nothing but how a check and an approval stand. */
  static StopInputs evidence(HostProfile host, CheckStanding check, boolean approvalStands) {
    return new StopInputs(
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        new Evidence(host, check, approvalStands));
  }

  static CheckRecord run(long id, CheckRecord.Ending ending, String output) {
    return new CheckRecord(
        id,
        "/p",
        "test",
        "npm test",
        "/p",
        Optional.empty(),
        "ada",
        1,
        1,
        ending,
        OptionalInt.of(ending == CheckRecord.Ending.PASSED ? 0 : 1),
        output,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A swarm in which nothing is left but these failed tasks. */
  static StopInputs failed(Map<TaskStatus, Long> counts, Task... tasks) {
    return new StopInputs(
        Optional.empty(),
        Optional.of(new SwarmSummary(SWARM, SwarmSummary.State.COMPLETE, 0, counts)),
        List.of(),
        Optional.empty(),
        Arrays.asList(tasks),
        Evidence.NONE);
  }

  static StopInputs swarm(
      SwarmSummary.State state, Map<TaskStatus, Long> counts, Task... claimable) {
    return new StopInputs(
        Optional.empty(),
        Optional.of(new SwarmSummary(SWARM, state, 0, counts)),
        Arrays.asList(claimable));
  }

  /** A swarm of which nothing is claimable before this time has passed. */
  static StopInputs later(Map<TaskStatus, Long> counts, Duration wait) {
    return new StopInputs(
        Optional.empty(),
        Optional.of(new SwarmSummary(SWARM, SwarmSummary.State.OPEN, 0, counts)),
        List.of(),
        Optional.of(wait),
        List.of(),
        Evidence.NONE);
  }

  static Task task(long id, String title) {
    return new Task(id, SWARM, TaskSpec.titled(title), List.of(), 0, TaskState.pending(0));
  }
}
