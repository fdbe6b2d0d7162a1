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
    assertThat(reason(Claim.by("bob"))).isEqualTo("nothing is claimable: 1 claimed, 1 blocked");

    swarm().complete(held);
    swarm().complete(swarm().claim("ann"));
    assertThat(reason(Claim.by("bob"))).isEqualTo("all tasks are finished");
  }

  @Test
  default void the_reason_for_a_named_swarm_counts_only_its_tasks() {
    swarm().addAll(task("a").in("a"), task("b").in("b"));
    swarm().claim(Claim.by("ann").upTo(2));

    assertThat(reason(Claim.by("bob").inSwarm("a")))
        .isEqualTo("nothing is claimable: 1 claimed, 0 blocked");
  }

  private String reason(Claim claim) {
    Claimed nothing = swarm().claim(claim);
    assertThat(nothing.isEmpty()).isTrue();
    return nothing.reason().orElseThrow();
  }
}
