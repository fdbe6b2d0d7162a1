package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.modes.Stops.failed;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;
import static swarmd.modes.Stops.swarm;
import static swarmd.modes.Stops.task;

import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import swarmd.swarm.SwarmSummary.State;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

class SwarmStateTest {
  private static final ModeState NAMED = SwarmState.INITIAL.with(Map.of("swarm", "my swarm"));

  @Test
  void it_begins_with_three_agents_on_the_default_swarm() {
    assertThat(SwarmState.INITIAL.fields())
        .containsEntry("swarm", "default")
        .containsEntry("agents", 3);
    assertThat(SwarmState.INITIAL.maxHolds()).isEqualTo(15);
  }

  @Test
  void without_tasks_the_reason_explains_how_to_add_them() {
    assertThat(held(SwarmState.INITIAL, StopInputs.NONE).reason())
        .startsWith("[swarmd swarm] ")
        .contains("swarm task add \"title\" --files GLOB\n")
        .contains("3 agents");
    assertThat(held(NAMED, StopInputs.NONE).reason())
        .contains("swarm task add \"title\" --files GLOB --swarm 'my swarm'\n");
  }

  @Test
  void it_names_the_claimable_tasks() {
    StopInputs inputs =
        swarm(
            State.OPEN,
            Map.of(TaskStatus.PENDING, 2L, TaskStatus.DONE, 3L, TaskStatus.CLAIMED, 1L),
            task(7, "parse\nit"),
            task(9, "print it"));

    assertThat(held(SwarmState.INITIAL, inputs).reason())
        .startsWith("[swarmd swarm 3/6] ")
        .contains("Claimable: 7 \"parse it\", 9 \"print it\". 1 are claimed")
        .contains("swarm task claim\n")
        .contains("swarm task done ID");
  }

  @Test
  void it_names_at_most_five_claimable_tasks() {
    Task[] tasks =
        LongStream.rangeClosed(1, 6)
            .mapToObj(id -> task(id, "x".repeat(1_000)))
            .toArray(Task[]::new);

    assertThat(held(NAMED, swarm(State.OPEN, Map.of(TaskStatus.PENDING, 40L), tasks)).reason())
        .contains("5 \"xx")
        .doesNotContain("6 \"xx")
        .contains("and 35 more")
        .contains("swarm task claim --swarm 'my swarm'");
  }

  @Test
  void when_all_is_claimed_it_waits() {
    assertThat(
            held(
                    SwarmState.INITIAL,
                    swarm(State.OPEN, Map.of(TaskStatus.CLAIMED, 2L, TaskStatus.BLOCKED, 4L)))
                .reason())
        .contains("2 tasks are claimed and 4 blocked")
        .contains("swarm task list --status claimed")
        .contains("swarm task claim --wait 60");
  }

  @Test
  void a_session_is_not_held_for_tasks_whose_time_comes_much_later() {
    Map<TaskStatus, Long> pending = Map.of(TaskStatus.PENDING, 2L);

    assertThat(SwarmState.INITIAL.onStop(Stops.later(pending, Duration.ofHours(1))))
        .isEqualTo(
            new StopDecision.Release(
                "swarmd: the tasks that are left in swarm 'default' wait for their time, the next"
                    + " one for 1h 0m, so the session may stop"));
    assertThat(held(SwarmState.INITIAL, Stops.later(pending, Duration.ofSeconds(30))).reason())
        .contains("swarm task claim --wait 60");
  }

  @Test
  void a_stuck_swarm_needs_a_decision_on_its_failed_tasks() {
    assertThat(
            held(
                    SwarmState.INITIAL,
                    swarm(State.STUCK, Map.of(TaskStatus.FAILED, 1L, TaskStatus.BLOCKED, 4L)))
                .reason())
        .contains("stuck")
        .contains("swarm task list --status failed")
        .contains("swarm task retry ID")
        .contains("swarm task cancel ID");
  }

  @Test
  void it_is_over_when_the_swarm_is_complete() {
    assertThat(
            over(
                SwarmState.INITIAL,
                swarm(State.COMPLETE, Map.of(TaskStatus.DONE, 4L, TaskStatus.CANCELLED, 1L))))
        .isEqualTo("the swarm 'default' is complete: 4 tasks done, 0 failed, 1 cancelled.");
  }

  @Test
  void a_swarm_that_ends_with_failed_tasks_holds_three_times_and_is_not_called_complete() {
    StopInputs inputs =
        failed(Map.of(TaskStatus.DONE, 4L, TaskStatus.FAILED, 1L), task(7, "the ui"));
    ModeState state = SwarmState.INITIAL;
    for (int i = 0; i < 3; i++) {
      StopDecision.Hold hold = held(state, inputs);
      assertThat(hold.reason())
          .startsWith("[swarmd swarm 4/5] ")
          .contains("some failed: 7 \"the ui\".")
          .contains("swarm task retry ID", "swarm task cancel ID");
      assertThat(hold.notice().isPresent()).as("the person is told once").isEqualTo(i == 0);
      state = hold.state();
    }

    assertThat(over(state, inputs))
        .startsWith("the swarm 'default' ended with failed tasks: 4 tasks done, 1 failed")
        .contains("Not done: 7 \"the ui\"", "swarm task retry ID")
        .doesNotContain("complete");
  }
}
