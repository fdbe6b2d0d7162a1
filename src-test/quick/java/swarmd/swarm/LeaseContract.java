package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The lease that a claim grants. */
interface LeaseContract extends StoreContract {

  @Test
  default void a_lease_lasts_five_minutes_unless_the_claim_sets_a_duration() {
    swarm().addAll(task("a"), task("b"));
    long now = swarm().time().millis();

    assertThat(lease(swarm().claim("ann")).expiresAt()).isEqualTo(now + 300_000);
    Task brief = swarm().claimOne(Claim.by("ann").lease(Duration.ofSeconds(7)));
    assertThat(lease(brief).expiresAt()).isEqualTo(now + 7_000);
    assertThat(lease(brief).durationMillis()).isEqualTo(7_000);
  }

  @Test
  default void a_claim_returns_the_task_as_it_is_stored() {
    swarm().add(task("a").description("all of it").owning("src/**").priority(4).attempts(7));
    swarm().advance(Duration.ofSeconds(5));

    Task claimed = swarm().claimOne(Claim.by("ann").session("s1"));

    assertThat(swarm().now(claimed)).isEqualTo(claimed);
    assertThat(claimed.status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(claimed.agent()).contains("ann");
    assertThat(claimed.session()).contains("s1");
    assertThat(claimed.claimedAt()).contains(swarm().time().millis());
    assertThat(claimed.createdAt()).isEqualTo(swarm().time().millis() - 5_000);
    assertThat(claimed.description()).contains("all of it");
    assertThat(claimed.files()).containsExactly("src/**");
    assertThat(claimed.maxAttempts()).isEqualTo(7);
    assertThat(claimed.finishedAt()).isEqualTo(Optional.empty());
  }

  @Test
  default void every_claim_gets_a_new_token_and_a_higher_fence_than_all_before() {
    swarm().addAll(task("a"), task("b").in("b"), task("c"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("d"), task("e")));
    List<Lease> leases = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      List<Task> claimed = new ArrayList<>(swarm().claim(Claim.by("ann").upTo(9)).tasks());
      claimed.addAll(
          swarm().claim(Claim.by("bob").inProject(TestSwarm.OTHER_PROJECT).upTo(9)).tasks());
      claimed.forEach(task -> leases.add(lease(task)));
      claimed.forEach(swarm()::release);
    }

    assertThat(leases).hasSize(15).extracting(Lease::token).doesNotHaveDuplicates();
    assertThat(leases).extracting(Lease::fence).doesNotHaveDuplicates().isSorted();
  }

  @Test
  default void each_claim_counts_as_an_attempt() {
    swarm().add(task("a"));

    assertThat(swarm().claim("ann").attempts()).isEqualTo(1);
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    assertThat(swarm().claim("bob").attempts()).isEqualTo(2);
  }

  private static Lease lease(Task task) {
    return task.lease().orElseThrow();
  }
}
