package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;
import static swarmd.swarm.TestSwarm.token;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** A stale token changes nothing, whichever step it is used for. */
interface StaleTokenContract extends StoreContract {

  @Test
  default void a_made_up_token_is_a_lost_lease() {
    Task pending = swarm().add(task("a"));
    assertThat(allSteps(pending.id(), "made up")).containsOnly(ErrorCode.LEASE_LOST);

    Task claimed = swarm().claim("ann");
    assertThat(allSteps(claimed.id(), "made up")).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(swarm().now(claimed)).isEqualTo(claimed);
  }

  @Test
  default void an_unknown_task_is_not_found_whatever_the_token() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");

    assertThat(allSteps(held.id() + 1, token(held))).containsOnly(ErrorCode.NOT_FOUND);
  }

  @Test
  default void the_token_of_another_task_is_a_lost_lease() {
    swarm().addAll(task("a"), task("b"));
    Task a = swarm().claim("ann");
    Task b = swarm().claim("ann");

    assertThat(allSteps(a.id(), token(b))).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(swarm().now(a)).isEqualTo(a);
    assertThat(swarm().now(b)).isEqualTo(b);
  }

  @Test
  default void after_expiry_the_old_token_has_lost_the_lease() {
    swarm().add(task("a"));
    Task lost = swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(allSteps(lost.id(), token(lost))).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(swarm().status(lost)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void after_another_agent_took_over_the_old_token_does_no_harm() {
    swarm().add(task("a"));
    Task lost = swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    Task theirs = swarm().claim("bob");

    assertThat(allSteps(lost.id(), token(lost))).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(Answers.message(swarm().complete(lost)))
        .contains("held by agent bob")
        .contains("for other work");
    assertThat(swarm().now(theirs)).isEqualTo(theirs);
    assertThat(Answers.value(swarm().complete(theirs)).agent()).contains("bob");
  }

  @Test
  default void after_the_last_attempt_expired_the_old_token_has_lost_the_lease() {
    swarm().add(task("a").attempts(1));
    Task lost = swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(allSteps(lost.id(), token(lost))).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(swarm().status(lost)).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  default void the_token_of_a_cancelled_task_has_lost_the_lease() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    swarm().cancel(held);

    assertThat(allSteps(held.id(), token(held))).containsOnly(ErrorCode.LEASE_LOST);
    assertThat(Answers.message(swarm().renew(held))).contains("was cancelled");
  }

  private Stream<ErrorCode> allSteps(long id, String token) {
    return Stream.<Step>of(swarm()::renew, swarm()::release, swarm()::complete, swarm()::fail)
        .map(step -> Answers.refusal(step.take(id, token)));
  }

  /** A step of a holder. */
  interface Step {
    Outcome<Task> take(long id, String token);
  }
}
