package swarmd.modes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;

/**
 * What a mode is judged by besides its own state.
 *
 * @param prd the stories of the project's PRD; absent if it has none
 * @param swarm the state of the mode's swarm; absent if it has had no tasks since the mode began
 * @param claimable the first few of its claimable tasks
 * @param later when the next of its tasks can be claimed, if some wait for their time
 * @param failed its tasks that have failed since the mode began
 * @param evidence what shows that the work is good
 * @param noTasks why the session gets no tasks for now, as a sentence
 */
public record StopInputs(
    Optional<Prd> prd,
    Optional<SwarmSummary> swarm,
    List<Task> claimable,
    Optional<Duration> later,
    List<Task> failed,
    Evidence evidence,
    Optional<String> noTasks) {

  /** Of a session that gets tasks. */
  public StopInputs(
      Optional<Prd> prd,
      Optional<SwarmSummary> swarm,
      List<Task> claimable,
      Optional<Duration> later,
      List<Task> failed,
      Evidence evidence) {
    this(prd, swarm, claimable, later, failed, evidence, Optional.empty());
  }

  /** Without failed tasks and evidence. */
  public StopInputs(Optional<Prd> prd, Optional<SwarmSummary> swarm, List<Task> claimable) {
    this(prd, swarm, claimable, Optional.empty(), List.of(), Evidence.NONE);
  }

  public static final StopInputs NONE =
      new StopInputs(Optional.empty(), Optional.empty(), List.of());

  /** A PRD's stories, in order. */
  public record Prd(String file, List<Story> stories) {

    Optional<Story> nextFailing() {
      return stories.stream().filter(story -> !story.passes()).findFirst();
    }
  }

  public record Story(String id, String title, boolean passes) {}
}
