package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** A swarm can limit how many of its tasks are claimed at the same time. */
interface ClaimLimitContract extends StoreContract {

  private SwarmSummary limit(Optional<String> tag, int most) {
    return Answers.value(
        Answers.await(
            swarm()
                .tasks()
                .limit(TestSwarm.PROJECT, SwarmId.DEFAULT_NAME, tag, most, Actor.UNKNOWN)));
  }

  private List<String> titles(Claim claim) {
    return swarm().claim(claim).tasks().stream().map(Task::title).toList();
  }

  @Test
  default void no_more_tasks_of_a_swarm_are_claimed_than_its_limit() {
    swarm().addAll(task("a"), task("b"), task("c"), task("d"));
    assertThat(limit(Optional.empty(), 2).limits().all()).contains(2);

    List<Task> held = swarm().claim(Claim.by("ann").upTo(4)).tasks();

    assertThat(held).extracting(Task::title).containsExactly("a", "b");
    Claimed.Nothing nothing = swarm().claim(Claim.by("bob")).nothing().orElseThrow();
    assertThat(nothing.reason()).isEqualTo(Claimed.Reason.BUSY);
    assertThat(nothing.message())
        .isEqualTo(
            "nothing is claimable yet: 2 claimed, 0 blocked; only 2 tasks of this swarm can be"
                + " claimed at a time");
    swarm().complete(held.get(0));
    assertThat(titles(Claim.by("bob").upTo(4))).containsExactly("c");
  }

  @Test
  default void one_deployment_at_a_time_does_not_hold_up_other_work() {
    swarm()
        .addAll(
            task("deploy a").tagged("deploy", "x"),
            task("deploy b").tagged("deploy"),
            task("test"),
            task("deploy c").tagged("x", "deploy"),
            task("write"));
    limit(Optional.of("deploy"), 1);

    List<Task> held = swarm().claim(Claim.by("ann").upTo(5)).tasks();

    assertThat(held).extracting(Task::title).containsExactly("deploy a", "test", "write");
    Task waiting = swarm().list().get(1);
    assertThat(
            TaskText.whyBlocked(
                Answers.await(swarm().tasks().show(waiting.id())).orElseThrow().waitsFor()))
        .isEqualTo("waits because only 1 task with the tag 'deploy' can be claimed at a time");
    assertThat(Answers.refusal(swarm().tryClaim(Claim.by("bob").task(waiting.id()))))
        .isEqualTo(ErrorCode.BLOCKED);
    assertThat(titles(Claim.by("bob"))).isEmpty();
    swarm().fail(held.get(0));
    assertThat(titles(Claim.by("bob").upTo(5))).containsExactly("deploy b");
  }

  @Test
  default void tasks_that_own_the_wanted_files_count_as_well() {
    swarm()
        .addAll(
            task("a").tagged("deploy"),
            task("b").tagged("deploy").owning("src/b"),
            task("c").owning("src/c"));
    limit(Optional.of("deploy"), 1);

    assertThat(titles(Claim.by("ann").upTo(5).forFiles("src/b"))).containsExactly("b", "c");
  }

  @Test
  default void a_limit_concerns_its_own_swarm() {
    swarm().addAll(task("a"), task("b"), task("c").in("other"), task("d").in("other"));
    limit(Optional.empty(), 1);

    assertThat(titles(Claim.by("ann").upTo(5))).containsExactly("a", "c", "d");
  }

  @Test
  default void a_claim_that_waits_gets_its_task_when_another_one_fails() {
    swarm().addAll(task("a"), task("b"));
    limit(Optional.empty(), 1);
    Task held = swarm().claim("ann");
    CompletableFuture<Outcome<Claimed>> waiting =
        swarm().claimLater(Claim.by("bob").waiting(Duration.ofSeconds(60)));
    assertThat(waiting).isNotDone();

    swarm().fail(held);

    assertThat(Answers.value(Answers.await(waiting)).tasks())
        .extracting(Task::title)
        .containsExactly("b");
  }

  @Test
  default void a_claim_that_waits_gets_its_task_when_the_limit_is_lifted() {
    swarm().addAll(task("a"), task("b"));
    limit(Optional.empty(), 1);
    swarm().claim("ann");
    CompletableFuture<Outcome<Claimed>> waiting =
        swarm().claimLater(Claim.by("bob").waiting(Duration.ofSeconds(60)));

    assertThat(limit(Optional.empty(), 0).limits()).isEqualTo(ClaimLimits.NONE);

    assertThat(Answers.value(Answers.await(waiting)).tasks()).hasSize(1);
  }

  @Test
  default void what_would_be_claimed_next_respects_the_limits() {
    swarm().addAll(task("a").tagged("x"), task("b").tagged("x"), task("c"));
    limit(Optional.of("x"), 1);
    swarm().claim("ann");

    List<Task> next =
        swarm()
            .read(
                queries ->
                    queries.claimable(
                        TestSwarm.PROJECT, Optional.empty(), 9, swarm().time().millis()));
    assertThat(next).extracting(Task::title).containsExactly("c");
  }

  @Test
  default void many_claims_at_once_never_exceed_the_limit() {
    IntStream.range(0, 20).forEach(n -> swarm().add(task("t" + n).tagged("x")));
    limit(Optional.of("x"), 3);

    List<CompletableFuture<Outcome<Claimed>>> claims =
        IntStream.range(0, 16)
            .mapToObj(n -> swarm().tasks().claim(Claim.by("agent" + n).upTo(2).build()))
            .toList();

    assertThat(
            claims.stream()
                .mapToInt(claim -> Answers.value(Answers.await(claim)).tasks().size())
                .sum())
        .isEqualTo(3);
  }
}
