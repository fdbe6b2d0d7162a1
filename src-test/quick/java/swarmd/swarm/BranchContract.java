package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** A task's work can be on a branch of its own, which lands or comes back. */
interface BranchContract extends StoreContract {
  String COMMIT = "c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff";

  private Task start(Task held) {
    return Answers.value(tryStart(held));
  }

  private Outcome<Task> tryStart(Task held) {
    return Answers.await(
        swarm()
            .tasks()
            .startBranch(
                held.id(), TestSwarm.token(held), "swarm/" + held.id(), "main", "in /trees"));
  }

  private Task doneOnBranch(Task task) {
    Task held = start(swarm().claimOne(Claim.by("ann").task(task.id())));
    Answers.value(swarm().complete(held));
    return swarm().now(task);
  }

  private List<Task> unlanded() {
    return swarm().read(queries -> queries.unlanded(TestSwarm.PROJECT));
  }

  private Outcome<Task> land(Task task) {
    return Answers.await(swarm().tasks().land(task.id(), COMMIT, "landed", Actor.UNKNOWN));
  }

  private Outcome<Task> sendBack(Task task) {
    return Answers.await(swarm().tasks().sendBack(task.id(), "conflicts in a.txt", Actor.UNKNOWN));
  }

  @Test
  default void a_holder_works_on_the_branch_that_it_has_started() {
    Task added = swarm().add(task("a"));
    Task held = swarm().claim("ann");
    assertThat(held.inWorktree()).isFalse();

    Task started = start(held);

    assertThat(started.inWorktree()).isTrue();
    assertThat(swarm().now(added)).isEqualTo(started);
    assertThat(started.branch().orElseThrow().name()).isEqualTo("swarm/1");
    assertThat(started.branch().orElseThrow().target()).isEqualTo("main");
    assertThat(start(held)).isEqualTo(started);
    assertThat(swarm().history(added))
        .extracting(TaskEvent::kind)
        .containsExactly(TaskEvent.Kind.CREATED, TaskEvent.Kind.CLAIMED, TaskEvent.Kind.WORKTREE);
    assertThat(swarm().history(added).get(2).note()).contains("in /trees");
  }

  @Test
  default void only_the_holder_starts_a_branch() {
    swarm().add(task("a"));
    Task lost = swarm().claim("ann");
    swarm().release(lost);

    assertThat(Answers.refusal(tryStart(lost))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  default void the_next_holder_finds_the_branch_and_is_not_on_it_yet() {
    Task added = swarm().add(task("a"));
    swarm().release(start(swarm().claim("ann")));

    Task next = swarm().claim("bob");

    assertThat(next.branch()).isPresent();
    assertThat(next.inWorktree()).isFalse();
    assertThat(start(next).inWorktree()).isTrue();
    assertThat(swarm().now(added).inWorktree()).isTrue();
  }

  @Test
  default void work_that_was_done_elsewhere_is_not_on_the_branch() {
    Task added = swarm().add(task("a"));
    swarm().release(start(swarm().claim("ann")));

    Answers.value(swarm().complete(swarm().claim("bob")));

    assertThat(swarm().now(added).branch()).isEmpty();
    assertThat(Answers.message(land(added))).startsWith("task 1 has no branch to land");
  }

  @Test
  default void a_task_that_is_done_on_its_branch_waits_to_land_and_lands_once() {
    Task done = doneOnBranch(swarm().add(task("a")));
    assertThat(done.waitsToLand()).isTrue();
    assertThat(unlanded()).containsExactly(done);

    Task landed = Answers.value(land(done));

    assertThat(landed.status()).isEqualTo(TaskStatus.DONE);
    assertThat(landed.branch().flatMap(TaskBranch::landed)).contains(COMMIT);
    assertThat(landed.waitsToLand()).isFalse();
    assertThat(swarm().now(done)).isEqualTo(landed);
    assertThat(Answers.value(land(done))).isEqualTo(landed);
    assertThat(Answers.refusal(sendBack(done))).isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(swarm().history(done))
        .extracting(TaskEvent::kind)
        .endsWith(TaskEvent.Kind.COMPLETED, TaskEvent.Kind.LANDED);
    assertThat(unlanded()).isEmpty();
  }

  @Test
  default void a_task_that_is_not_done_cannot_land() {
    Task added = swarm().add(task("a"));
    assertThat(Answers.message(land(added)))
        .isEqualTo("only a task that is done can land; task 1 is pending");
    start(swarm().claim("ann"));
    assertThat(Answers.refusal(land(added))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    assertThat(Answers.refusal(sendBack(added))).isEqualTo(ErrorCode.INVALID_TRANSITION);
  }

  @Test
  default void a_task_that_does_not_land_is_open_again_and_its_next_holder_learns_why() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));
    Task done = doneOnBranch(first);
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.PENDING);

    Task back = Answers.value(sendBack(done));

    assertThat(back.status()).isEqualTo(TaskStatus.PENDING);
    assertThat(back.branch()).isEqualTo(done.branch());
    assertThat(back.attempts()).isZero();
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.BLOCKED);
    Claimed next = swarm().claim(Claim.by("bob"));
    assertThat(next.tasks().get(0).id()).isEqualTo(first.id());
    Map<Long, List<Handoff>> handoffs = Answers.await(swarm().tasks().handoffs(next));
    Handoff left = handoffs.get(first.id()).get(0);
    assertThat(left.agent()).isEqualTo("ann");
    assertThat(left.ending()).isEqualTo(TaskEvent.Kind.LAND_FAILED);
    assertThat(left.note()).contains("conflicts in a.txt");
    assertThat(HandoffText.lines(List.of(left), swarm().time().millis()).get(0))
        .endsWith("completed it, but the work could not land");
  }

  @Test
  default void tasks_land_after_those_that_they_build_on() {
    Task late = swarm().add(task("late").wave(1));
    Task first = swarm().add(task("first").priority(5));
    Task second = swarm().add(task("second").priority(1).after(first));
    Task urgent = swarm().add(task("urgent").priority(2));
    doneOnBranch(first);
    doneOnBranch(urgent);
    doneOnBranch(second);
    doneOnBranch(late);

    List<Task> order = swarm().read(queries -> BranchRules.toLand(queries, TestSwarm.PROJECT));

    assertThat(order).extracting(Task::title).containsExactly("urgent", "first", "second", "late");
    assertThat(Answers.message(swarm().read(queries -> BranchRules.ready(queries, second.id()))))
        .isEqualTo(
            "task 3 lands after task 2, which has not landed; land it first: swarm task land 2");
    assertThat(Answers.refusal(swarm().read(queries -> BranchRules.ready(queries, late.id()))))
        .isEqualTo(ErrorCode.BLOCKED);
    Answers.value(land(first));
    Answers.value(swarm().read(queries -> BranchRules.ready(queries, second.id())));
  }

  @Test
  default void a_task_does_not_land_before_one_that_came_back() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));
    doneOnBranch(first);
    doneOnBranch(second);
    sendBack(first);

    assertThat(Answers.message(swarm().read(queries -> BranchRules.ready(queries, second.id()))))
        .isEqualTo("task 2 lands after task 1, which is pending; see: swarm task show 1");
  }

  @Test
  default void a_cancelled_task_keeps_its_branch_when_it_is_opened_again() {
    Task added = swarm().add(task("a"));
    Task held = start(swarm().claim("ann"));
    swarm().cancel(added);
    Answers.value(swarm().reopen(added));

    assertThat(swarm().now(added).branch()).isEqualTo(held.branch());
    assertThat(swarm().now(added).branch().flatMap(TaskBranch::landed)).isEqualTo(Optional.empty());
  }
}
