package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Release, complete and fail by the holder. */
interface EndOfLeaseContract extends StoreContract {

  @Test
  default void a_released_task_is_as_if_it_had_never_been_claimed() {
    Task added = TestSwarm.heldOnce(swarm().add(task("a")));

    Task released = Answers.value(swarm().release(swarm().claim("ann")));

    assertThat(released).isEqualTo(added);
    assertThat(swarm().now(added)).isEqualTo(added);
  }

  @Test
  default void a_released_task_that_must_wait_now_is_returned_as_blocked() {
    swarm().add(task("later").wave(1));
    Task held = swarm().claim("ann");
    swarm().add(task("sooner").wave(0));

    assertThat(Answers.value(swarm().release(held)).status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(swarm().status(held)).isEqualTo(TaskStatus.BLOCKED);
  }

  @Test
  default void releasing_never_uses_up_attempts() {
    Task task = swarm().add(task("a").attempts(1));
    for (int i = 0; i < 3; i++) {
      swarm().release(swarm().claim("ann"));
    }

    assertThat(swarm().now(task).attempts()).isZero();
    assertThat(swarm().claim("bob").attempts()).isEqualTo(1);
  }

  @Test
  default void a_completed_task_keeps_its_agent_and_has_a_result_and_no_lease() {
    swarm().add(task("a"));
    Task held = swarm().claimOne(Claim.by("ann").session("s1"));
    swarm().advance(Duration.ofSeconds(3));

    Task done = Answers.value(swarm().complete(held));

    assertThat(swarm().now(held)).isEqualTo(done);
    assertThat(done.status()).isEqualTo(TaskStatus.DONE);
    assertThat(done.result()).contains("it works");
    assertThat(done.error()).isEqualTo(Optional.empty());
    assertThat(done.agent()).contains("ann");
    assertThat(done.session()).contains("s1");
    assertThat(done.finishedAt()).contains(swarm().time().millis());
    assertThat(done.lease()).isEqualTo(Optional.empty());
  }

  @Test
  default void a_failed_task_has_an_error_and_is_not_handed_out_again() {
    swarm().add(task("a"));

    Task failed = Answers.value(swarm().fail(swarm().claim("ann")));

    assertThat(swarm().now(failed)).isEqualTo(failed);
    assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
    assertThat(failed.error()).contains("it broke");
    assertThat(failed.result()).isEqualTo(Optional.empty());
    assertThat(failed.attempts()).isEqualTo(1);
    assertThat(failed.finishedAt()).contains(swarm().time().millis());
    assertThat(failed.lease()).isEqualTo(Optional.empty());
    assertThat(swarm().claim(Claim.by("bob")).tasks()).isEmpty();
  }
}
