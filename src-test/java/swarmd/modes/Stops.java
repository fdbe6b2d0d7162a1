package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;

/** What tests of the modes say often. */
final class Stops {
  private static final SwarmId SWARM = new SwarmId(1, "/p", "default");

  private Stops() {}

  static Verdict.Hold held(ModeState state, StopInputs evidence) {
    Verdict verdict = state.onStop(evidence);
    assertThat(verdict).isInstanceOf(Verdict.Hold.class);
    Verdict.Hold hold = (Verdict.Hold) verdict;
    assertThat(Marker.isOurs(hold.reason())).isTrue();
    assertThat(hold.reason()).hasSizeLessThan(1_500);
    return hold;
  }

  static String over(ModeState state, StopInputs evidence) {
    Verdict verdict = state.onStop(evidence);
    assertThat(verdict).isInstanceOf(Verdict.Over.class);
    return ((Verdict.Over) verdict).message();
  }

  static StopInputs prd(StopInputs.Story... stories) {
    return new StopInputs(
        Optional.of(new StopInputs.Prd(".omc/prd.json", Arrays.asList(stories))),
        Optional.empty(),
        List.of());
  }

  static StopInputs swarm(
      SwarmSummary.State state, Map<TaskStatus, Long> counts, Task... claimable) {
    return new StopInputs(
        Optional.empty(),
        Optional.of(new SwarmSummary(SWARM, state, 0, counts)),
        Arrays.asList(claimable));
  }

  static Task task(long id, String title) {
    return new Task(id, SWARM, TaskSpec.titled(title), List.of(), 0, TaskState.pending(0));
  }
}
