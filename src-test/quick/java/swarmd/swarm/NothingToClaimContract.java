package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import org.junit.jupiter.api.Test;

/** A claim without a task has a reason. */
interface NothingToClaimContract extends StoreContract {

  @Test
  default void the_reason_says_that_a_project_has_no_tasks() {
    assertThat(reason(Claim.by("ann"))).isEqualTo("there are no tasks in /project");
  }

  @Test
  default void the_reason_names_a_swarm_without_tasks() {
    swarm().add(task("elsewhere").in("a"));

    assertThat(reason(Claim.by("ann").inSwarm("b")))
        .isEqualTo("there are no tasks in swarm 'b' of /project");
  }

  @Test
  default void the_reason_distinguishes_finished_work_from_claimed_work() {
    swarm().addAll(task("a"), task("b").wave(1));
    Task held = swarm().claim("ann");
    assertThat(reason(Claim.by("bob"))).isEqualTo("nothing is claimable yet: 1 claimed, 1 blocked");

    swarm().complete(held);
    swarm().complete(swarm().claim("ann"));
    assertThat(reason(Claim.by("bob"))).isEqualTo("complete: all tasks are finished");
  }

  @Test
  default void the_reason_for_a_named_swarm_counts_only_its_tasks() {
    swarm().addAll(task("a").in("a"), task("b").in("b"));
    swarm().claim(Claim.by("ann").upTo(2));

    assertThat(reason(Claim.by("bob").inSwarm("a")))
        .isEqualTo("nothing is claimable yet: 1 claimed, 0 blocked");
  }

  @Test
  default void a_swarm_is_complete_when_nothing_is_pending_blocked_or_claimed() {
    swarm().addAll(task("a"), task("b"), task("c"));
    Task done = swarm().claim("ann");
    swarm().fail(swarm().claim("ann"));
    swarm().cancel(swarm().list().get(2));
    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.BUSY);

    swarm().complete(done);
    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.COMPLETE);
  }

  @Test
  default void a_swarm_is_stuck_when_only_blocked_tasks_remain() {
    Task first = swarm().add(task("first"));
    swarm().addAll(task("second").after(first), task("third").wave(1));
    swarm().fail(swarm().claim("ann"));

    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.STUCK);
    assertThat(reason(Claim.by("bob"))).startsWith("stuck: 2 blocked, 1 failed; ");
  }

  @Test
  default void without_a_swarm_all_swarms_of_the_project_count() {
    Task first = swarm().add(task("first").in("a"));
    swarm().addAll(task("second").in("a").after(first), task("other").in("b"));
    swarm().fail(swarm().claim("ann"));
    Task other = swarm().claim("ann");
    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.BUSY);
    assertThat(code(Claim.by("bob").inSwarm("a"))).isEqualTo(Claimed.Reason.STUCK);

    swarm().complete(other);
    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.STUCK);
    assertThat(code(Claim.by("bob").inSwarm("b"))).isEqualTo(Claimed.Reason.COMPLETE);
  }

  @Test
  default void a_swarm_that_waits_for_another_ones_work_is_not_stuck() {
    Task first = swarm().add(task("first").in("a"));
    swarm().add(task("second").in("b").after(first));
    Task held = swarm().claim("ann");
    assertThat(code(Claim.by("bob").inSwarm("b"))).isEqualTo(Claimed.Reason.BUSY);

    swarm().fail(held);
    assertThat(code(Claim.by("bob").inSwarm("b"))).isEqualTo(Claimed.Reason.STUCK);
  }

  @Test
  default void a_swarm_without_tasks_is_empty_and_not_complete() {
    assertThat(code(Claim.by("bob"))).isEqualTo(Claimed.Reason.EMPTY);
    assertThat(code(Claim.by("bob").inSwarm("x"))).isEqualTo(Claimed.Reason.EMPTY);
  }

  private Claimed.Reason code(Claim claim) {
    return swarm().claim(claim).nothing().orElseThrow().reason();
  }

  private String reason(Claim claim) {
    Claimed nothing = swarm().claim(claim);
    assertThat(nothing.isEmpty()).isTrue();
    return nothing.nothing().orElseThrow().message();
  }
}
