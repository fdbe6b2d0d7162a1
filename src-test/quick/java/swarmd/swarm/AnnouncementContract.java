package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskEvent.Kind.SWARM_COMPLETE;
import static swarmd.swarm.TaskEvent.Kind.SWARM_STUCK;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A swarm that is complete or stuck is announced once. */
interface AnnouncementContract extends StoreContract {

  @Test
  default void a_swarm_is_complete_when_the_last_task_is_done() {
    swarm().addAll(task("a"), task("b").wave(1));
    swarm().complete(swarm().claim("ann"));
    assertThat(announced()).isEmpty();
    Task last = swarm().claim("ann");
    assertThat(announced()).isEmpty();

    swarm().complete(last);
    swarm().complete(last);

    assertThat(announced()).containsExactly(SWARM_COMPLETE);
    assertThat(state()).isEqualTo(SwarmSummary.State.COMPLETE);
  }

  @Test
  default void a_swarm_is_complete_when_the_last_task_fails_or_is_cancelled() {
    Task a = swarm().add(task("a"));
    swarm().fail(swarm().claim("ann"));
    assertThat(announced()).containsExactly(SWARM_COMPLETE);

    swarm().cancel(a);
    assertThat(announced()).containsExactly(SWARM_COMPLETE);
  }

  @Test
  default void a_swarm_is_complete_when_its_last_lease_expires_for_good() {
    swarm().add(task("a").attempts(1));
    swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(announced()).containsExactly(SWARM_COMPLETE);
  }

  @Test
  default void completion_is_announced_again_after_new_work() {
    for (int i = 0; i < 3; i++) {
      swarm().add(task("a"));
      assertThat(state()).isEqualTo(SwarmSummary.State.OPEN);
      swarm().complete(swarm().claim("ann"));
    }

    assertThat(announced()).containsExactly(SWARM_COMPLETE, SWARM_COMPLETE, SWARM_COMPLETE);
  }

  @Test
  default void a_swarm_is_stuck_when_all_remaining_tasks_wait_for_a_failed_one() {
    Task a = swarm().add(task("a"));
    swarm().addAll(task("b").after(a), task("c").after(a), task("d").wave(1));
    swarm().fail(swarm().claim("ann"));
    assertThat(announced()).containsExactly(SWARM_STUCK);
    assertThat(state()).isEqualTo(SwarmSummary.State.STUCK);

    swarm().cancel(swarm().list().get(1));
    assertThat(announced()).containsExactly(SWARM_STUCK);
    swarm().retry(a);
    assertThat(state()).isEqualTo(SwarmSummary.State.OPEN);
    swarm().fail(swarm().claim("ann"));
    assertThat(announced()).containsExactly(SWARM_STUCK, SWARM_STUCK);
  }

  @Test
  default void a_swarm_with_claimed_or_claimable_tasks_is_not_stuck() {
    Task a = swarm().add(task("a"));
    swarm().addAll(task("waits").after(a), task("free"), task("held"));
    Task failing = swarm().claim("ann");
    Task free = swarm().claim("ann");
    swarm().fail(failing);
    swarm().complete(free);
    assertThat(announced()).isEmpty();

    swarm().complete(swarm().claim("ann"));
    assertThat(announced()).containsExactly(SWARM_STUCK);
  }

  @Test
  default void work_from_another_swarm_gets_a_stuck_one_going_again() {
    Task a = swarm().add(task("a").in("a"));
    Task b = swarm().add(task("b").in("b").after(a));
    swarm().add(task("c").in("b").after(b));
    assertThat(announced()).containsExactly(SWARM_STUCK);

    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().summaries().get(1).state()).isEqualTo(SwarmSummary.State.OPEN);
    swarm().fail(swarm().claim("ann"));
    assertThat(announced()).containsExactly(SWARM_STUCK, SWARM_COMPLETE, SWARM_STUCK);
  }

  @Test
  default void each_swarm_is_announced_separately() {
    swarm().addAll(task("a").in("a"), task("b").in("b"));
    swarm().complete(swarm().claim("ann"));

    assertThat(swarm().events())
        .filteredOn(event -> event.kind() == SWARM_COMPLETE)
        .singleElement()
        .satisfies(event -> assertThat(event.swarm()).isEqualTo("a"))
        .satisfies(event -> assertThat(event.taskId()).isEmpty());
  }

  private List<TaskEvent.Kind> announced() {
    return swarm().events().stream()
        .map(TaskEvent::kind)
        .filter(kind -> kind == SWARM_COMPLETE || kind == SWARM_STUCK)
        .toList();
  }

  private SwarmSummary.State state() {
    return swarm().summaries().get(0).state();
  }
}
