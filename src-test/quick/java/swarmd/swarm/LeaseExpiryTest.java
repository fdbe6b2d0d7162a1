package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.sqlite.SqliteFile;

/** A lease that is not renewed ends at its deadline. */
class LeaseExpiryTest {
  private static final Duration LEASE = ClaimRequest.DEFAULT_LEASE;
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  @Test
  void a_lease_ends_at_its_deadline_and_not_before() {
    swarm.add(task("a"));
    Task held = swarm.claim("ann");

    swarm.advance(LEASE.minus(MOMENT));
    assertThat(swarm.now(held)).isEqualTo(held);
    swarm.advance(MOMENT);
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm.claim("bob").id()).isEqualTo(held.id());
  }

  @Test
  void an_expired_task_is_unchanged_except_for_its_attempts() {
    Task added = swarm.add(task("a"));
    swarm.claim("ann");
    swarm.advance(LEASE);

    assertThat(swarm.now(added))
        .usingRecursiveComparison()
        .ignoringFields("state.attempts", "state.heldBefore")
        .isEqualTo(added);
    assertThat(swarm.now(added).attempts()).isEqualTo(1);
  }

  @Test
  void a_renewed_lease_ends_later() {
    swarm.add(task("a"));
    Task held = swarm.claim("ann");
    swarm.advance(Duration.ofMinutes(4));
    swarm.renew(held);

    swarm.advance(LEASE.minus(MOMENT));
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);
    swarm.advance(MOMENT);
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  void an_agent_with_a_heartbeat_keeps_its_tasks() {
    swarm.addAll(task("a"), task("b"));
    List<Task> held = swarm.claim(Claim.by("ann").upTo(2)).tasks();
    for (int i = 0; i < 10; i++) {
      swarm.advance(Duration.ofMinutes(4));
      swarm.heartbeat("ann");
    }

    assertThat(held)
        .allSatisfy(task -> assertThat(swarm.status(task)).isEqualTo(TaskStatus.CLAIMED));
  }

  @Test
  void when_its_attempts_are_used_up_a_task_fails() {
    Task task = swarm.add(task("a").attempts(2));
    swarm.claim("ann");
    swarm.advance(LEASE);
    assertThat(swarm.status(task)).isEqualTo(TaskStatus.PENDING);
    swarm.claim("ann");
    swarm.advance(LEASE);

    assertThat(swarm.status(task)).isEqualTo(TaskStatus.FAILED);
    assertThat(swarm.now(task).error()).contains("its lease expired in attempt 2, the last");
    assertThat(swarm.now(task).finishedAt()).contains(swarm.time().millis());
  }

  @Test
  void each_of_several_leases_ends_at_its_own_time() {
    swarm.addAll(task("a"), task("b"), task("c"));
    Task slow = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(30)));
    Task quick = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(10)));
    Task middle = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(20)));

    for (Task next : List.of(quick, middle, slow)) {
      assertThat(swarm.status(next)).isEqualTo(TaskStatus.CLAIMED);
      swarm.advance(Duration.ofSeconds(10));
      assertThat(swarm.status(next)).isEqualTo(TaskStatus.PENDING);
    }
  }

  @Test
  void more_expired_leases_than_fit_in_one_batch_all_end() {
    swarm.addAll(IntStream.range(0, 1_201).mapToObj(i -> task("t")).toArray(TaskToAdd[]::new));
    swarm.claim(Claim.by("ann").upTo(1_000));
    swarm.claim(Claim.by("ann").upTo(201));

    swarm.advance(LEASE);

    assertThat(swarm.summaries().get(0).count(TaskStatus.CLAIMED)).isZero();
    assertThat(swarm.summaries().get(0).count(TaskStatus.PENDING)).isEqualTo(1_201);
  }

  @Test
  void one_alarm_is_set_shortly_before_the_earliest_deadline_and_none_without_leases() {
    swarm.addAll(task("a"), task("b"));
    assertThat(swarm.time().waiting()).isZero();

    swarm.claim("ann");
    swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(7)));
    assertThat(swarm.time().waiting()).isEqualTo(1);
    assertThat(swarm.time().untilNext()).contains(Duration.ofSeconds(6));

    swarm.advance(Duration.ofSeconds(7));
    assertThat(swarm.time().untilNext()).contains(LEASE.minusSeconds(8));
    swarm.advance(LEASE);
    assertThat(swarm.time().waiting()).isZero();
  }
}
