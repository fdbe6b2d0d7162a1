package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;
import swarmd.store.sqlite.SqliteFile;

/** Waiting ends without work after a timeout, a cancellation or a stop of the daemon. */
class WaitingEndsTest {
  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  private CompletableFuture<Outcome<Claimed>> waiting(Duration patience) {
    return swarm.claimLater(Claim.by("ann").waiting(patience));
  }

  @Test
  void a_claim_waits_exactly_as_long_as_requested() {
    var answer = waiting(Duration.ofSeconds(30));

    swarm.advance(Duration.ofMillis(29_999));
    assertThat(answer).isNotDone();
    swarm.advance(Duration.ofMillis(1));
    Claimed nothing = Answers.value(Answers.await(answer));
    assertThat(nothing.tasks()).isEmpty();
    assertThat(nothing.nothing())
        .contains(
            new Claimed.Nothing(
                Claimed.Reason.EMPTY,
                "nothing became claimable in time",
                Optional.empty(),
                Optional.empty()));
  }

  private static Claimed.Reason reason(CompletableFuture<Outcome<Claimed>> answer) {
    return Answers.value(Answers.await(answer)).nothing().orElseThrow().reason();
  }

  @Test
  void all_waiting_ends_at_once_when_the_swarm_is_complete() {
    swarm.add(task("a"));
    Task held = swarm.claim("bob");
    List<CompletableFuture<Outcome<Claimed>>> answers =
        Stream.generate(() -> waiting(Duration.ofSeconds(60))).limit(5).toList();
    assertThat(answers).noneMatch(CompletableFuture::isDone);

    swarm.complete(held);

    assertThat(answers).allMatch(answer -> reason(answer) == Claimed.Reason.COMPLETE);
    assertThat(swarm.time().isDueIn(Duration.ofSeconds(60))).isFalse();
  }

  @Test
  void all_waiting_ends_at_once_when_the_swarm_is_stuck() {
    Task first = swarm.add(task("a"));
    swarm.add(task("b").after(first));
    Task held = swarm.claim("bob");
    var one = waiting(Duration.ofSeconds(60));
    var two = waiting(Duration.ofSeconds(60));

    swarm.fail(held);

    assertThat(reason(one)).isEqualTo(Claimed.Reason.STUCK);
    assertThat(reason(two)).isEqualTo(Claimed.Reason.STUCK);
  }

  @Test
  void a_claim_on_a_complete_swarm_does_not_wait_and_one_on_an_empty_swarm_does() {
    swarm.add(task("a"));
    swarm.complete(swarm.claim("bob"));

    assertThat(waiting(Duration.ofSeconds(60))).isDone();
    assertThat(swarm.claimLater(Claim.by("ann").inSwarm("next").waiting(Duration.ofSeconds(60))))
        .isNotDone();
  }

  @Test
  void the_end_of_one_swarm_ends_no_waiting_for_another() {
    swarm.addAll(task("a").in("a"), task("b").in("b"));
    Task a = swarm.claimOne(Claim.by("bob").inSwarm("a"));
    swarm.claimOne(Claim.by("bob").inSwarm("b"));
    var forB = swarm.claimLater(Claim.by("ann").inSwarm("b").waiting(Duration.ofSeconds(60)));
    var forAny = waiting(Duration.ofSeconds(60));

    swarm.complete(a);
    swarm.settle();

    assertThat(forB).isNotDone();
    assertThat(forAny).isNotDone();
  }

  @Test
  void a_claim_woken_in_vain_does_not_wait_longer() {
    swarm.add(task("held"));
    swarm.claim("bob");
    var answer = waiting(Duration.ofSeconds(30));
    swarm.advance(Duration.ofSeconds(20));
    swarm.add(task("blocked").wave(1));
    swarm.settle();
    assertThat(answer).isNotDone();

    swarm.advance(Duration.ofSeconds(10));
    assertThat(Answers.value(Answers.await(answer)).tasks()).isEmpty();
  }

  @Test
  void an_answered_claim_leaves_no_timer_behind() {
    var answer = waiting(Duration.ofSeconds(30));
    assertThat(swarm.time().waiting()).isEqualTo(1);
    swarm.add(task("a").attempts(1));
    Answers.await(answer);
    swarm.settle();

    assertThat(swarm.time().untilNext()).contains(ClaimRequest.DEFAULT_LEASE.minusSeconds(1));
    assertThat(swarm.time().waiting()).isEqualTo(1);
  }

  @Test
  void a_cancelled_claim_gets_nothing_and_leaves_no_timer_behind() {
    var answer = waiting(Duration.ofSeconds(30));
    answer.cancel(false);
    assertThat(swarm.time().waiting()).isZero();

    Task task = swarm.add(task("a"));
    swarm.settle();
    assertThat(swarm.now(task)).isEqualTo(task);
  }

  @Test
  void a_task_that_a_cancelled_claim_already_took_is_released() {
    swarm.add(task("a").attempts(1));
    swarm.claimAndGoAway(Claim.by("gone"));
    Task next = swarm.claim("bob");

    assertThat(next.agent()).contains("bob");
    assertThat(next.attempts()).isEqualTo(1);
    assertThat(swarm.history(next))
        .extracting(TaskEvent::kind)
        .containsExactly(
            TaskEvent.Kind.CREATED,
            TaskEvent.Kind.CLAIMED,
            TaskEvent.Kind.RELEASED,
            TaskEvent.Kind.CLAIMED);
  }

  @Test
  void when_the_daemon_stops_all_waiting_ends() {
    var answer = waiting(Duration.ofSeconds(30));
    swarm.tasks().stop();

    Claimed nothing = Answers.value(Answers.await(answer));
    assertThat(nothing.tasks()).isEmpty();
    assertThat(nothing.nothing().orElseThrow().message()).isEqualTo("the daemon is stopping");
    assertThat(swarm.time().waiting()).isZero();
  }
}
