package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** An agent can claim a particular task. */
interface ClaimByIdContract extends StoreContract {

  @Test
  default void a_pending_task_can_be_claimed_by_its_id_out_of_order() {
    swarm().add(task("first"));
    Task second = swarm().add(task("second"));

    assertThat(swarm().claimOne(byId(second)).title()).isEqualTo("second");
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  default void a_task_claimed_by_another_agent_is_refused_and_its_holder_named() {
    Task task = swarm().add(task("one"));
    swarm().claim("ann");

    Claimed nothing = swarm().claim(byId(task));

    assertThat(nothing.tasks()).isEmpty();
    assertThat(nothing.nothing().orElseThrow().message()).contains("claimed by agent ann");
  }

  @Test
  default void a_task_that_waits_for_another_is_refused_as_blocked() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));
    Task later = swarm().add(task("later").wave(1));

    Outcome<Claimed> outcome = swarm().tryClaim(byId(second));

    assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.BLOCKED);
    assertThat(Answers.message(outcome)).contains("it depends on " + first.id());
    assertThat(Answers.refusal(swarm().tryClaim(byId(later)))).isEqualTo(ErrorCode.BLOCKED);
  }

  @Test
  default void a_finished_task_is_refused_as_already_terminal() {
    Task done = swarm().add(task("done"));
    swarm().complete(swarm().claim("ann"));
    Task failed = swarm().add(task("failed"));
    swarm().fail(swarm().claim("ann"));
    Task cancelled = swarm().add(task("cancelled"));
    swarm().cancel(cancelled);

    for (Task finished : new Task[] {done, failed, cancelled}) {
      assertThat(Answers.refusal(swarm().tryClaim(byId(finished))))
          .isEqualTo(ErrorCode.ALREADY_TERMINAL);
    }
  }

  @Test
  default void an_unknown_task_is_not_found() {
    assertThat(Answers.refusal(swarm().tryClaim(Claim.by("bob").task(4711))))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  default void a_task_of_another_project_is_not_found() {
    Task task = swarm().add(task("ours"));

    Outcome<Claimed> outcome = swarm().tryClaim(byId(task).inProject(TestSwarm.OTHER_PROJECT));

    assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(swarm().status(task)).isEqualTo(TaskStatus.PENDING);
  }

  private static Claim byId(Task task) {
    return Claim.by("bob").task(task.id());
  }
}
