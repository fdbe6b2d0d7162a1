package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** A step whose answer was lost can be repeated with the same token. */
interface RepeatedStepContract extends StoreContract {

  @Test
  default void completing_again_succeeds_and_changes_nothing() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    Task done = Answers.value(swarm().complete(held));
    int events = swarm().events().size();

    assertThat(Answers.value(swarm().complete(held))).isEqualTo(done);
    assertThat(swarm().events()).hasSize(events);
  }

  @Test
  default void failing_again_succeeds_and_changes_nothing() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    Task failed = Answers.value(swarm().fail(held));
    int events = swarm().events().size();

    assertThat(Answers.value(swarm().fail(held))).isEqualTo(failed);
    assertThat(swarm().events()).hasSize(events);
  }

  @Test
  default void releasing_again_succeeds_even_when_another_agent_holds_the_task() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    Task released = Answers.value(swarm().release(held));

    assertThat(Answers.value(swarm().release(held))).isEqualTo(released);
    Task theirs = swarm().claim("bob");
    assertThat(Answers.value(swarm().release(held)).agent()).contains("bob");
    assertThat(swarm().now(theirs)).isEqualTo(theirs);
  }

  @Test
  default void failing_again_after_a_retry_leaves_the_new_holder_alone() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    swarm().fail(held);
    swarm().retry(held);
    Task theirs = swarm().claim("bob");

    assertThat(Answers.value(swarm().fail(held)).status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(swarm().now(theirs)).isEqualTo(theirs);
    assertThat(Answers.refusal(swarm().complete(held))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  default void a_finished_task_cannot_be_finished_in_another_way_with_the_same_token() {
    swarm().addAll(task("a"), task("b"));
    Task done = swarm().claim("ann");
    swarm().complete(done);
    Task failed = swarm().claim("ann");
    swarm().fail(failed);

    assertThat(Answers.refusal(swarm().fail(done))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(Answers.refusal(swarm().release(done))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(Answers.refusal(swarm().renew(done))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(Answers.refusal(swarm().complete(failed))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(swarm().status(done)).isEqualTo(TaskStatus.DONE);
    assertThat(swarm().status(failed)).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  default void after_releasing_the_same_token_can_do_nothing_else() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");
    swarm().release(held);

    assertThat(Answers.refusal(swarm().complete(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.refusal(swarm().fail(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.refusal(swarm().renew(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(swarm().status(held)).isEqualTo(TaskStatus.PENDING);
  }
}
