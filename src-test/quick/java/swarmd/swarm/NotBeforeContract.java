package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.Claimed.Reason;

/** Nobody gets a task before its time. */
interface NotBeforeContract extends StoreContract {

  private long in(Duration wait) {
    return swarm().time().millis() + wait.toMillis();
  }

  private WaitsFor waitsFor(Task task) {
    return Answers.await(swarm().tasks().show(task.id())).orElseThrow().waitsFor();
  }

  @Test
  default void a_task_is_claimed_when_its_time_has_come() {
    Task later = swarm().add(task("later").priority(-1).notBefore(in(Duration.ofHours(1))));
    Task now = swarm().add(task("now"));

    Task first = swarm().claim("ann");
    assertThat(first.id()).isEqualTo(now.id());
    swarm().complete(first);
    swarm().advance(Duration.ofMinutes(59));
    assertThat(swarm().claim(Claim.by("bob")).tasks()).isEmpty();
    swarm().advance(Duration.ofMinutes(1));

    assertThat(swarm().claim("bob").id()).isEqualTo(later.id());
  }

  @Test
  default void a_swarm_whose_tasks_wait_for_their_time_is_neither_complete_nor_stuck() {
    swarm().add(task("later").notBefore(in(Duration.ofHours(1))));
    swarm().add(task("after it").wave(1));

    Claimed.Nothing nothing = swarm().claim(Claim.by("ann")).nothing().orElseThrow();

    assertThat(nothing.reason()).isEqualTo(Reason.BUSY);
    assertThat(nothing.message())
        .isEqualTo(
            "nothing is claimable yet: 0 claimed, 1 blocked, 1 waits for its time (the next one in"
                + " 1h 0m)");
    assertThat(swarm().summaries())
        .extracting(SwarmSummary::state)
        .containsExactly(SwarmSummary.State.OPEN);
  }

  @Test
  default void a_task_that_waits_for_its_time_says_so() {
    long time = in(Duration.ofHours(1));
    Task later = swarm().add(task("later").notBefore(time));

    assertThat(waitsFor(later).until()).contains(time);
    assertThat(TaskText.whyBlocked(waitsFor(later)))
        .isEqualTo("is not to be claimed before " + TaskText.time(time));
    swarm().advance(Duration.ofHours(1));
    assertThat(waitsFor(later).isEmpty()).isTrue();
  }

  @Test
  default void a_task_cannot_be_claimed_by_its_id_before_its_time() {
    Task later = swarm().add(task("later").notBefore(in(Duration.ofHours(1))));

    assertThat(Answers.refusal(swarm().tryClaim(Claim.by("ann").task(later.id()))))
        .isEqualTo(ErrorCode.BLOCKED);
    swarm().edit(later, Edit.notBefore(0));
    assertThat(swarm().claimOne(Claim.by("ann").task(later.id())).id()).isEqualTo(later.id());
  }

  @Test
  default void a_snoozed_task_is_not_claimed_until_then() {
    Task task = swarm().add(task("a"));

    Answers.value(swarm().edit(task, Edit.notBefore(in(Duration.ofMinutes(10)))));

    assertThat(swarm().claim(Claim.by("ann")).tasks()).isEmpty();
    List<Task> next =
        swarm()
            .read(
                queries ->
                    queries.claimable(
                        TestSwarm.PROJECT, Optional.empty(), 9, swarm().time().millis()));
    assertThat(next).isEmpty();
    swarm().advance(Duration.ofMinutes(10));
    assertThat(swarm().claim("ann").id()).isEqualTo(task.id());
  }

  @Test
  default void a_claim_that_waits_gets_the_task_when_its_time_comes() {
    swarm().add(task("later").notBefore(in(Duration.ofSeconds(30))));
    CompletableFuture<Outcome<Claimed>> first =
        swarm().claimLater(Claim.by("ann").waiting(Duration.ofSeconds(10)));
    CompletableFuture<Outcome<Claimed>> second =
        swarm().claimLater(Claim.by("bob").waiting(Duration.ofSeconds(60)));

    swarm().advance(Duration.ofSeconds(10));
    assertThat(Answers.value(Answers.await(first)).tasks()).isEmpty();
    assertThat(second).isNotDone();
    swarm().advance(Duration.ofSeconds(20));

    assertThat(Answers.value(Answers.await(second)).tasks()).hasSize(1);
  }

  @Test
  default void all_claims_that_wait_get_tasks_whose_time_comes_together() {
    long time = in(Duration.ofSeconds(30));
    swarm().addAll(task("a").notBefore(time), task("b").notBefore(time), task("c").notBefore(time));
    CompletableFuture<Outcome<Claimed>> ann =
        swarm().claimLater(Claim.by("ann").waiting(Duration.ofSeconds(60)));
    CompletableFuture<Outcome<Claimed>> bob =
        swarm().claimLater(Claim.by("bob").waiting(Duration.ofSeconds(60)));

    swarm().advance(Duration.ofSeconds(30));

    assertThat(Answers.value(Answers.await(ann)).tasks()).hasSize(1);
    assertThat(Answers.value(Answers.await(bob)).tasks()).hasSize(1);
  }

  @Test
  default void a_failed_task_with_a_retry_wait_is_tried_again_after_growing_waits() {
    Task task = swarm().add(task("flaky").attempts(3).retryAfter(Duration.ofMinutes(1)));

    Task failed = Answers.value(swarm().fail(swarm().claim("ann")));
    assertThat(failed.status()).isEqualTo(TaskStatus.PENDING);
    assertThat(failed.notBefore()).isEqualTo(in(Duration.ofMinutes(1)));
    swarm().advance(Duration.ofMinutes(1));
    Task second = swarm().claim("bob");
    assertThat(second.attempts()).isEqualTo(2);
    assertThat(Answers.value(swarm().fail(second)).notBefore())
        .isEqualTo(in(Duration.ofMinutes(2)));
    swarm().advance(Duration.ofMinutes(2));
    assertThat(Answers.value(swarm().fail(swarm().claim("cid"))).status())
        .isEqualTo(TaskStatus.FAILED);

    assertThat(swarm().history(task))
        .extracting(TaskEvent::kind)
        .containsExactly(
            TaskEvent.Kind.CREATED,
            TaskEvent.Kind.CLAIMED,
            TaskEvent.Kind.FAILED,
            TaskEvent.Kind.RETRIED,
            TaskEvent.Kind.CLAIMED,
            TaskEvent.Kind.FAILED,
            TaskEvent.Kind.RETRIED,
            TaskEvent.Kind.CLAIMED,
            TaskEvent.Kind.FAILED);
    assertThat(swarm().history(task).get(3).note())
        .contains("by itself after attempt 1 of 3, in 1m 0s");
  }

  @Test
  default void repeating_a_failure_that_is_tried_again_changes_nothing() {
    swarm().add(task("flaky").retryAfter(Duration.ofMinutes(1)));
    Task held = swarm().claim("ann");
    Task failed = Answers.value(swarm().fail(held));

    assertThat(Answers.value(swarm().fail(held))).isEqualTo(failed);
  }

  @Test
  default void an_expired_lease_waits_like_a_failure() {
    Task task = swarm().add(task("flaky").attempts(2).retryAfter(Duration.ofMinutes(1)));
    swarm().claimOne(Claim.by("ann").lease(Duration.ofMinutes(2)));

    swarm().advance(Duration.ofMinutes(2));

    assertThat(swarm().status(task)).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().now(task).notBefore()).isEqualTo(in(Duration.ofMinutes(1)));
  }
}
