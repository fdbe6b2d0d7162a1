package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** A failed task may be tried again. */
interface RetryContract extends StoreContract {

  @Test
  default void a_retried_task_starts_from_the_beginning() {
    Task added = TestSwarm.heldOnce(swarm().add(task("a").attempts(2)));
    for (int i = 0; i < 2; i++) {
      swarm().claim("ann");
      swarm().advance(ClaimRequest.DEFAULT_LEASE);
    }
    assertThat(swarm().status(added)).isEqualTo(TaskStatus.FAILED);

    assertThat(Answers.value(swarm().retry(added))).isEqualTo(added);

    assertThat(swarm().now(added)).isEqualTo(added);
    assertThat(swarm().claim("bob").attempts()).isEqualTo(1);
  }

  @Test
  default void a_retried_task_that_must_wait_now_is_returned_as_blocked() {
    swarm().add(task("later").wave(1));
    Task failed = Answers.value(swarm().fail(swarm().claim("ann")));
    swarm().add(task("sooner"));

    assertThat(Answers.value(swarm().retry(failed)).status()).isEqualTo(TaskStatus.BLOCKED);
  }

  @Test
  default void only_a_failed_task_can_be_retried() {
    Task claimed = swarm().add(task("claimed"));
    swarm().claim("ann");
    Task done = swarm().add(task("done"));
    swarm().complete(swarm().claim("ann"));
    Task cancelled = swarm().add(task("cancelled"));
    swarm().cancel(cancelled);
    Task pending = swarm().add(task("pending"));
    Task blocked = swarm().add(task("blocked").after(pending));

    for (Task task : List.of(claimed, done, cancelled, pending, blocked)) {
      Task before = swarm().now(task);
      Outcome<Task> outcome = swarm().retry(task);
      assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.INVALID_TRANSITION);
      assertThat(Answers.message(outcome)).contains("is " + task.title());
      assertThat(swarm().now(task)).isEqualTo(before);
    }
  }

  @Test
  default void an_unknown_task_cannot_be_retried_or_cancelled() {
    assertThat(Answers.refusal(Answers.await(swarm().tasks().retry(4711, Actor.UNKNOWN))))
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(Answers.refusal(Answers.await(swarm().tasks().cancel(4711, Actor.UNKNOWN))))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  default void a_failed_task_that_is_retried_and_done_unblocks_its_dependents() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));
    swarm().fail(swarm().claim("ann"));
    swarm().retry(first);
    swarm().advance(Duration.ofSeconds(1));
    swarm().complete(swarm().claim("ann"));

    assertThat(swarm().status(second)).isEqualTo(TaskStatus.PENDING);
  }
}
