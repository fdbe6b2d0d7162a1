package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** A cancelled task can be wanted again. */
interface ReopenContract extends StoreContract {

  @Test
  default void a_reopened_task_can_be_claimed_like_a_new_one() {
    Task added = TestSwarm.heldOnce(swarm().add(task("a")));
    swarm().claim("ann");
    swarm().cancel(added);

    assertThat(Answers.value(swarm().reopen(added))).isEqualTo(added);

    assertThat(swarm().now(added)).isEqualTo(added);
    assertThat(swarm().claim("bob").attempts()).isEqualTo(1);
    assertThat(swarm().history(added))
        .extracting(TaskEvent::kind)
        .contains(TaskEvent.Kind.REOPENED);
  }

  @Test
  default void tasks_that_depend_on_a_reopened_one_wait_again() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));
    Task elsewhere = swarm().add(task("elsewhere").after(first).in("other"));
    swarm().cancel(first);
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.PENDING);

    swarm().reopen(first);

    assertThat(swarm().status(second)).isEqualTo(TaskStatus.BLOCKED);
    assertThat(swarm().status(elsewhere)).isEqualTo(TaskStatus.BLOCKED);
    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().status(elsewhere)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void higher_waves_wait_for_a_reopened_task() {
    Task first = swarm().add(task("first"));
    Task later = swarm().add(task("later").wave(1));
    swarm().cancel(first);

    swarm().reopen(first);

    assertThat(swarm().status(later)).isEqualTo(TaskStatus.BLOCKED);
    assertThat(swarm().claim("ann").title()).isEqualTo("first");
  }

  @Test
  default void only_a_cancelled_task_can_be_reopened() {
    Task pending = swarm().add(task("a"));
    assertThat(Answers.refusal(swarm().reopen(pending))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    swarm().complete(swarm().claim("ann"));

    assertThat(Answers.message(swarm().reopen(pending)))
        .isEqualTo(
            "only a cancelled task can be reopened; task 1 is done; add a new task for more work");
  }

  @Test
  default void a_person_takes_a_task_from_its_holder() {
    swarm().add(task("a"));
    Task held = swarm().claimOne(Claim.by("ann").session("s"));
    Actor person = new Actor(Actor.Kind.PERSON, Optional.of("pat"), Optional.empty());

    Task free =
        Answers.value(
            Answers.await(swarm().tasks().takeBack(held.id(), Optional.of("urgent"), person)));

    assertThat(free.status()).isEqualTo(TaskStatus.PENDING);
    assertThat(free.attempts()).isZero();
    assertThat(Answers.refusal(swarm().complete(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.refusal(swarm().release(held))).isEqualTo(ErrorCode.LEASE_LOST);
    TaskEvent event = swarm().history(held).get(2);
    assertThat(event.kind()).isEqualTo(TaskEvent.Kind.RELEASED);
    assertThat(event.by()).contains(person);
    assertThat(event.agent()).contains("ann");
    assertThat(event.note()).contains("urgent");
    List<LostTask> lost = swarm().read(queries -> queries.lostIn(TestSwarm.PROJECT, "s"));
    assertThat(lost).extracting(LostTask::why).containsExactly("a person took it back");
    assertThat(swarm().claim("bob").id()).isEqualTo(held.id());
  }

  @Test
  default void nobody_but_a_person_takes_a_task_from_its_holder() {
    Task task = swarm().add(task("a"));
    Actor agent = new Actor(Actor.Kind.AGENT, Optional.of("bob"), Optional.of("s"));
    Actor person = new Actor(Actor.Kind.PERSON, Optional.empty(), Optional.empty());
    assertThat(
            Answers.refusal(
                Answers.await(swarm().tasks().takeBack(task.id(), Optional.empty(), person))))
        .isEqualTo(ErrorCode.INVALID_TRANSITION);
    Task held = swarm().claim("ann");

    for (Actor actor : new Actor[] {agent, Actor.UNKNOWN}) {
      assertThat(
              Answers.refusal(
                  Answers.await(swarm().tasks().takeBack(task.id(), Optional.empty(), actor))))
          .isEqualTo(ErrorCode.FORBIDDEN);
    }
    assertThat(swarm().now(task)).isEqualTo(held);
  }
}
