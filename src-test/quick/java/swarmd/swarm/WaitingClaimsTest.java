package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.testing.SettableTime;

/** The moments between an attempt and its answer, which the test plays by hand. */
class WaitingClaimsTest {
  private static final Claimed NOTHING = Claimed.nothing("nothing there");
  private static final Claimed SOMETHING = Claimed.of(List.of(someTask()));

  private final SettableTime time = new SettableTime();
  private final List<CompletableFuture<Outcome<Claimed>>> attempts = new ArrayList<>();
  private final List<Claimed> givenBack = new ArrayList<>();
  private boolean storeIsFull;
  private final WaitingClaims waiting =
      new WaitingClaims(
          request -> {
            if (storeIsFull) {
              return CompletableFuture.failedFuture(new Store.Unavailable("too many writes"));
            }
            attempts.add(new CompletableFuture<>());
            return attempts.get(attempts.size() - 1);
          },
          givenBack::add,
          time);

  private CompletableFuture<Outcome<Claimed>> claim() {
    return waiting.claim(Claim.by("ann").waiting(Duration.ofSeconds(30)).build());
  }

  private CompletableFuture<Outcome<Claimed>> parkedClaim() {
    CompletableFuture<Outcome<Claimed>> answer = claim();
    answer(attempts.size(), NOTHING);
    return answer;
  }

  private void answer(int attempt, Claimed claimed) {
    attempts.get(attempt - 1).complete(Outcome.ok(claimed));
  }

  private void workAppears() {
    waiting.onCommit(List.of(event(TaskEvent.Kind.CREATED)));
  }

  @Test
  void work_that_appears_while_an_attempt_is_on_its_way_is_not_missed() {
    var answer = claim();
    workAppears();
    answer(1, NOTHING);

    assertThat(attempts).hasSize(2);
    answer(2, SOMETHING);
    assertThat(Answers.value(answer.join())).isEqualTo(SOMETHING);
  }

  @Test
  void nobody_tries_again_without_a_reason() {
    parkedClaim();
    waiting.onCommit(List.of(event(TaskEvent.Kind.CLAIMED), event(TaskEvent.Kind.FAILED)));

    assertThat(attempts).hasSize(1);
  }

  @Test
  void work_in_another_project_is_no_reason_to_try_again() {
    claim();
    waiting.onCommit(List.of(event(TaskEvent.Kind.CREATED, TestSwarm.OTHER_PROJECT)));
    answer(1, NOTHING);

    assertThat(attempts).hasSize(1);
  }

  @Test
  void one_piece_of_work_has_one_of_many_that_are_being_tried_try_again() {
    for (int i = 0; i < 10; i++) {
      claim();
    }
    workAppears();
    for (int i = 1; i <= 10; i++) {
      answer(i, NOTHING);
    }

    assertThat(attempts).hasSize(11);
  }

  @Test
  void what_woke_a_claim_whose_time_is_over_wakes_the_next() {
    waiting.claim(Claim.by("ann").waiting(Duration.ofSeconds(1)).build());
    parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(1));
    answer(1, NOTHING);

    assertThat(attempts).hasSize(3);
  }

  @Test
  void any_number_of_claims_is_told_that_nothing_can_be_stored() {
    List<CompletableFuture<Outcome<Claimed>>> answers = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      answers.add(parkedClaim());
    }
    storeIsFull = true;
    workAppears();

    assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void one_piece_of_work_wakes_one_of_many() {
    for (int i = 0; i < 10; i++) {
      parkedClaim();
    }
    workAppears();

    assertThat(attempts).hasSize(11);
  }

  @Test
  void who_gets_something_wakes_the_next() {
    parkedClaim();
    parkedClaim();
    workAppears();
    answer(3, SOMETHING);

    assertThat(attempts).hasSize(4);
  }

  @Test
  void who_has_its_answer_takes_no_wake_up_from_the_others() {
    var first = parkedClaim();
    parkedClaim();
    var tried =
        first.thenApply(
            outcome -> {
              workAppears();
              return attempts.size();
            });
    workAppears();
    answer(3, SOMETHING);

    assertThat(tried).isCompletedWithValue(4);
  }

  @Test
  void who_gets_an_error_wakes_the_next_and_is_told() {
    var first = parkedClaim();
    parkedClaim();
    workAppears();
    attempts.get(2).completeExceptionally(new Store.Unavailable("the disk is full"));

    assertThatThrownBy(first::join).hasRootCauseInstanceOf(Store.Unavailable.class);
    assertThat(attempts).hasSize(4);
  }

  @Test
  void what_arrives_for_a_cancelled_claim_is_given_back() {
    var answer = parkedClaim();
    workAppears();
    answer.cancel(false);
    answer(2, SOMETHING);

    assertThat(givenBack).containsExactly(SOMETHING);
  }

  @Test
  void a_cancelled_claim_that_finds_nothing_does_not_wait_again() {
    claim().cancel(false);
    answer(1, NOTHING);
    workAppears();

    assertThat(attempts).hasSize(1);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void a_claim_whose_time_ends_while_it_is_tried_gets_what_the_attempt_finds() {
    var lucky = parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(30));
    assertThat(lucky).isNotDone();
    answer(2, SOMETHING);

    assertThat(Answers.value(lucky.join())).isEqualTo(SOMETHING);
    assertThat(givenBack).isEmpty();
  }

  @Test
  void a_claim_whose_time_ends_while_it_is_tried_in_vain_is_answered() {
    var unlucky = parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(30));
    answer(2, NOTHING);

    assertThat(unlucky).isDone();
  }

  @Test
  void a_clock_that_is_set_back_keeps_nobody_waiting() {
    var unlucky = parkedClaim();
    workAppears();
    time.jump(Duration.ofHours(-1));
    time.advance(Duration.ofSeconds(30));
    answer(2, NOTHING);

    assertThat(unlucky).isDone();
  }

  @Test
  void a_clock_that_is_set_forward_sends_nobody_away_early() {
    var patient = parkedClaim();
    time.jump(Duration.ofHours(1));
    workAppears();
    answer(2, NOTHING);

    assertThat(patient).isNotDone();
  }

  private static TaskEvent event(TaskEvent.Kind kind) {
    return event(kind, TestSwarm.PROJECT);
  }

  private static TaskEvent event(TaskEvent.Kind kind, String project) {
    return new TaskEvent(
        1,
        1,
        kind,
        project,
        "default",
        Optional.of(1L),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Task someTask() {
    Lease lease = new Lease("token", 1, 1, 1);
    return new Task(
        1,
        new SwarmId(1, TestSwarm.PROJECT, "default"),
        TaskSpec.titled("some"),
        List.of(),
        1,
        TaskState.pending(0).claimed("ann", Optional.empty(), lease, 1));
  }
}
