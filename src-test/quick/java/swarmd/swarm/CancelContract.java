package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** Tasks that are no longer wanted can be cancelled. */
interface CancelContract extends StoreContract {

  @Test
  default void a_pending_task_can_be_cancelled_and_is_not_handed_out() {
    Task task = swarm().add(task("a"));

    Task cancelled = Answers.value(swarm().cancel(task));

    assertThat(cancelled.status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(cancelled.finishedAt()).contains(swarm().time().millis());
    assertThat(swarm().now(task)).isEqualTo(cancelled);
    assertThat(swarm().claim(Claim.by("ann")).tasks()).isEmpty();
  }

  @Test
  default void a_cancelled_blocked_task_stays_cancelled_when_its_dependency_is_done() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));

    assertThat(Answers.value(swarm().cancel(second)).status()).isEqualTo(TaskStatus.CANCELLED);
    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  default void a_claimed_task_can_be_cancelled_and_its_lease_ends() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");

    Task cancelled = Answers.value(swarm().cancel(held));

    assertThat(cancelled.lease()).isEqualTo(Optional.empty());
    assertThat(cancelled.agent()).contains("ann");
    assertThat(swarm().now(held)).isEqualTo(cancelled);
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    assertThat(swarm().now(held)).isEqualTo(cancelled);
  }

  @Test
  default void nobody_but_a_person_or_its_holder_cancels_a_held_task() {
    swarm().addAll(task("a"), task("b"));
    Task alone = swarm().claim("ann");
    Task inSession = swarm().claimOne(Claim.by("ann").session("s"));
    Actor bob = new Actor(Actor.Kind.AGENT, Optional.of("bob"), Optional.of("t"));
    Actor another = new Actor(Actor.Kind.AGENT, Optional.of("ann"), Optional.of("t"));
    Actor script = new Actor(Actor.Kind.UNKNOWN, Optional.of("ann"), Optional.empty());
    Actor ann = new Actor(Actor.Kind.AGENT, Optional.of("ann"), Optional.of("s"));

    for (Actor other : List.of(bob, Actor.UNKNOWN)) {
      assertThat(Answers.refusal(Answers.await(swarm().tasks().cancel(alone.id(), other))))
          .isEqualTo(ErrorCode.FORBIDDEN);
    }
    for (Actor other : List.of(bob, another, script)) {
      assertThat(Answers.refusal(Answers.await(swarm().tasks().cancel(inSession.id(), other))))
          .isEqualTo(ErrorCode.FORBIDDEN);
    }

    assertThat(swarm().now(inSession)).isEqualTo(inSession);
    Answers.value(Answers.await(swarm().tasks().cancel(alone.id(), script)));
    Answers.value(Answers.await(swarm().tasks().cancel(inSession.id(), ann)));
    assertThat(swarm().status(inSession)).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  default void a_failed_task_can_be_cancelled_and_keeps_its_error() {
    swarm().add(task("a"));
    Task failed = Answers.value(swarm().fail(swarm().claim("ann")));

    Task cancelled = Answers.value(swarm().cancel(failed));

    assertThat(cancelled.status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(cancelled.error()).contains("it broke");
  }

  @Test
  default void cancelling_twice_succeeds_and_is_recorded_once() {
    Task task = swarm().add(task("a"));
    Task first = Answers.value(swarm().cancel(task));
    int events = swarm().events().size();

    assertThat(Answers.value(swarm().cancel(task))).isEqualTo(first);
    assertThat(swarm().events()).hasSize(events);
  }

  @Test
  default void a_done_task_cannot_be_cancelled() {
    swarm().add(task("a"));
    Task done = Answers.value(swarm().complete(swarm().claim("ann")));

    assertThat(Answers.refusal(swarm().cancel(done))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(swarm().now(done)).isEqualTo(done);
  }

  @Test
  default void a_cancelled_task_cannot_be_retried() {
    Task task = swarm().add(task("a"));
    swarm().cancel(task);

    assertThat(Answers.refusal(swarm().retry(task))).isEqualTo(ErrorCode.INVALID_TRANSITION);
  }
}
