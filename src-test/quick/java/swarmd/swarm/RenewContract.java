package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A holder can renew its lease. */
interface RenewContract extends StoreContract {

  @Test
  default void renewing_restarts_the_lease_and_changes_nothing_else() {
    swarm().add(task("a"));
    Task held = swarm().claimOne(Claim.by("ann").lease(Duration.ofSeconds(90)));
    swarm().advance(Duration.ofSeconds(50));

    Task renewed = Answers.value(swarm().renew(held));

    assertThat(expiry(renewed)).isEqualTo(expiry(held) + 50_000);
    assertThat(swarm().now(held)).isEqualTo(renewed);
    assertThat(renewed).usingRecursiveComparison().ignoringFields("state.lease").isEqualTo(held);
    assertThat(TestSwarm.token(renewed)).isEqualTo(TestSwarm.token(held));
  }

  @Test
  default void a_heartbeat_renews_all_tasks_that_the_agent_holds_in_the_project() {
    swarm().addAll(task("a"), task("b").in("other swarm"), task("c"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("d")));
    Task a = swarm().claim("ann");
    Task b = swarm().claimOne(Claim.by("ann").lease(Duration.ofHours(1)));
    Task bobs = swarm().claim("bob");
    Task elsewhere = swarm().claimOne(Claim.by("ann").inProject(TestSwarm.OTHER_PROJECT));
    swarm().advance(Duration.ofSeconds(10));

    assertThat(swarm().heartbeat("ann")).extracting(Task::title).containsExactly("a", "b");

    assertThat(expiry(swarm().now(a))).isEqualTo(expiry(a) + 10_000);
    assertThat(expiry(swarm().now(b))).isEqualTo(expiry(b) + 10_000);
    assertThat(swarm().now(bobs)).isEqualTo(bobs);
    assertThat(swarm().now(elsewhere)).isEqualTo(elsewhere);
  }

  @Test
  default void a_heartbeat_does_not_bring_back_released_tasks() {
    swarm().addAll(task("a"), task("b"));
    swarm().release(swarm().claim("ann"));
    swarm().complete(swarm().claim("ann"));

    assertThat(swarm().heartbeat("ann")).isEmpty();
  }

  @Test
  default void renewing_leaves_no_trace_in_the_history() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    int before = swarm().events().size();

    swarm().renew(held);
    swarm().heartbeat("ann");

    assertThat(swarm().events()).hasSize(before);
  }

  private static long expiry(Task task) {
    return task.lease().orElseThrow().expiresAt();
  }
}
