package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A token that does not hold its task any more changes nothing. */
interface StaleTokenContract extends StoreContract {

  @Test
  default void a_token_that_never_was_is_a_lost_lease_on_a_pending_and_on_a_claimed_task() {
    Task task = swarm().add(task("a"));
    for (int i = 0; i < 2; i++) {
      for (Function<Task, Outcome<Task>> step : steps()) {
        assertThat(Answers.refusal(step.apply(withToken(task, "made up"))))
            .isEqualTo(TaskError.LEASE_LOST);
      }
      swarm().claim(Claim.by("ann"));
    }
    assertThat(swarm().status(task)).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  default void an_unknown_task_is_not_found_whatever_the_token() {
    Task task = swarm().add(task("a"));
    Task unknown = swarm().claim("ann");
    unknown = Rename.id(unknown, task.id() + 1);
    for (Function<Task, Outcome<Task>> step : steps()) {
      assertThat(Answers.refusal(step.apply(unknown))).isEqualTo(TaskError.NOT_FOUND);
    }
  }

  @Test
  default void the_token_of_another_task_is_a_lost_lease() {
    swarm().addAll(task("a"), task("b"));
    Task a = swarm().claim("ann");
    Task b = swarm().claim("ann");
    for (Function<Task, Outcome<Task>> step : steps()) {
      assertThat(Answers.refusal(step.apply(withToken(a, TestSwarm.token(b)))))
          .isEqualTo(TaskError.LEASE_LOST);
    }
    assertThat(swarm().now(a)).isEqualTo(a);
  }

  @Test
  default void after_expiry_the_old_token_has_lost_the_lease_also_once_another_agent_holds_it() {
    swarm().add(task("a"));
    Task lost = swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    for (Function<Task, Outcome<Task>> step : steps()) {
      assertThat(Answers.refusal(step.apply(lost))).isEqualTo(TaskError.LEASE_LOST);
    }
    Task theirs = swarm().claim("bob");
    for (Function<Task, Outcome<Task>> step : steps()) {
      Outcome<Task> outcome = step.apply(lost);
      assertThat(Answers.refusal(outcome)).isEqualTo(TaskError.LEASE_LOST);
      assertThat(Answers.message(outcome)).contains("claimed by bob").contains("claim again");
    }
    assertThat(swarm().now(theirs)).isEqualTo(theirs);
    assertThat(Answers.value(swarm().complete(theirs)).agent()).contains("bob");
  }

  @Test
  default void after_its_last_attempt_expired_the_old_token_has_lost_the_lease() {
    swarm().add(task("a").attempts(1));
    Task lost = swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    for (Function<Task, Outcome<Task>> step : steps()) {
      assertThat(Answers.refusal(step.apply(lost))).isEqualTo(TaskError.LEASE_LOST);
    }
  }

  @Test
  default void a_token_of_a_cancelled_task_has_lost_the_lease() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    swarm().cancel(held);
    for (Function<Task, Outcome<Task>> step : steps()) {
      Outcome<Task> outcome = step.apply(held);
      assertThat(Answers.refusal(outcome)).isEqualTo(TaskError.LEASE_LOST);
      assertThat(Answers.message(outcome)).contains("is cancelled");
    }
  }

  private List<Function<Task, Outcome<Task>>> steps() {
    return List.of(swarm()::renew, swarm()::release, swarm()::complete, swarm()::fail);
  }

  private static Task withToken(Task task, String token) {
    return Rename.lease(task, Optional.of(new Lease(token, 1, 1, 1)));
  }
}
