package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.store.sqlite.SqliteFile;

/** Holders that could not renew because the daemon or the machine was down get extra time. */
class GraceTest {
  private static final Duration LEASE = ClaimRequest.DEFAULT_LEASE;
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final FullDatabase database = new FullDatabase(new SqliteFile());
  private final TestSwarm swarm = new TestSwarm(database);
  private Task held;

  @BeforeEach
  void claim() {
    swarm.addAll(task("a"), task("b"), task("c"));
    held = swarm.claim("ann");
  }

  @AfterEach
  void close() {
    swarm.close();
  }

  @Test
  void after_a_restart_an_overdue_lease_has_60_seconds_left() {
    swarm.restartAfter(Duration.ofHours(1));
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);

    assertEndsIn(GRACE);
  }

  @Test
  void after_a_restart_a_lease_with_more_time_left_keeps_it() {
    swarm.restartAfter(Duration.ofMinutes(2));

    assertEndsIn(LEASE.minusMinutes(2));
  }

  @Test
  void after_a_restart_the_holder_can_renew_and_complete() {
    swarm.restartAfter(Duration.ofHours(1));
    swarm.advance(Duration.ofSeconds(59));

    assertThat(Answers.value(swarm.renew(held)).lease().orElseThrow().expiresAt())
        .isEqualTo(swarm.time().millis() + LEASE.toMillis());
    swarm.advance(Duration.ofMinutes(4));
    assertThat(Answers.value(swarm.complete(held)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void after_a_suspend_a_lease_has_60_seconds_left_once_its_alarm_rings() {
    swarm.time().jump(Duration.ofHours(8));
    swarm.advance(LEASE);
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);

    assertEndsIn(GRACE);
  }

  @Test
  void when_a_claim_notices_the_jump_all_leases_have_60_seconds_left_at_once() {
    swarm.time().jump(Duration.ofHours(8));
    Task other = swarm.claim("bob");
    swarm.settle();

    assertEndsIn(GRACE);
    assertThat(swarm.status(other)).isEqualTo(TaskStatus.CLAIMED);
    swarm.advance(LEASE.minus(GRACE));
    assertThat(swarm.status(other)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  void an_alarm_that_rings_late_gives_every_holder_time_to_renew() {
    Task brief = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(2)));
    swarm.time().freeze(Duration.ofSeconds(13));
    swarm.settle();
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.CLAIMED);

    swarm.advance(Duration.ofSeconds(11));
    Answers.value(swarm.renew(brief));
    swarm.advance(Duration.ofMillis(1_999));
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.CLAIMED);
    swarm.advance(MOMENT);
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  void after_a_freeze_a_holder_that_does_not_renew_loses_its_task() {
    Task brief = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(2)));
    swarm.time().freeze(Duration.ofSeconds(13));
    swarm.settle();
    swarm.advance(Duration.ofSeconds(12));

    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  void after_a_long_freeze_a_lease_has_at_most_60_seconds_more() {
    swarm.time().freeze(Duration.ofHours(1));
    swarm.settle();
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);

    assertEndsIn(GRACE);
  }

  @Test
  void a_grace_that_could_not_be_stored_is_granted_as_soon_as_it_can() {
    swarm.time().jump(Duration.ofHours(8));
    database.isFull(true);
    swarm.time().advance(LEASE.plus(Duration.ofMinutes(1)));
    database.isFull(false);
    swarm.advance(Duration.ofSeconds(5));
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);

    assertEndsIn(GRACE);
  }

  @Test
  void a_clock_that_is_set_back_makes_no_lease_longer_than_its_duration() {
    Task brief = swarm.claimOne(Claim.by("ann").lease(Duration.ofMinutes(2)));
    swarm.time().jump(Duration.ofHours(-8));
    swarm.claim("bob");
    swarm.settle();

    swarm.advance(Duration.ofMinutes(2));
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.PENDING);
    assertEndsIn(LEASE.minusMinutes(2));
  }

  @Test
  void after_the_clock_is_set_back_a_short_lease_gets_at_most_the_grace_period() {
    Task brief = swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(10)));
    swarm.time().jump(Duration.ofHours(-8));
    swarm.advance(Duration.ofSeconds(10));

    swarm.advance(GRACE.minus(MOMENT));
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.CLAIMED);
    swarm.advance(MOMENT);
    assertThat(swarm.status(brief)).isEqualTo(TaskStatus.PENDING);
  }

  private void assertEndsIn(Duration left) {
    swarm.advance(left.minus(MOMENT));
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.CLAIMED);
    swarm.advance(MOMENT);
    assertThat(swarm.status(held)).isEqualTo(TaskStatus.PENDING);
  }
}
