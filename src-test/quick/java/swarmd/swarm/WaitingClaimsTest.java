package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.testing.SettableTime;

/** Races between an attempt and its answer, which the test controls step by step. */
class WaitingClaimsTest {
  private static final Claimed NOTHING = Claimed.nothing(Claimed.Reason.BUSY, "nothing there");
  private static final Claimed SOMETHING =
      new Claimed(List.of(someTask()), Map.of(), Optional.empty());

  private final SettableTime time = new SettableTime();
  private final List<CompletableFuture<Outcome<Claimed>>> attempts = new ArrayList<>();
  private final List<Claimed> givenBack = new ArrayList<>();
  private boolean storeIsFull;
  private final WaitingClaims waiting =
      new WaitingClaims(
          (request, woken) -> {
            if (storeIsFull) {
              return CompletableFuture.failedFuture(new Store.Unavailable("too many writes"));
            }
            attempts.add(new CompletableFuture<>());
            return attempts.get(attempts.size() - 1);
          },
          givenBack::add,
          waited -> {},
          time);

  private CompletableFuture<Outcome<Claimed>> claim() {
    return waiting.claim(Claim.by("ann").waiting(Duration.ofSeconds(30)).build(), false);
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
  void work_that_appears_during_an_attempt_is_not_missed() {
    var answer = claim();
    workAppears();
    answer(1, NOTHING);

    assertThat(attempts).hasSize(2);
    answer(2, SOMETHING);
    assertThat(Answers.value(answer.join())).isEqualTo(SOMETHING);
  }

  @Test
  void no_claim_is_tried_again_without_new_work() {
    parkedClaim();
    waiting.onCommit(List.of(event(TaskEvent.Kind.CLAIMED), event(TaskEvent.Kind.SWARM_PAUSED)));

    assertThat(attempts).hasSize(1);
  }

  @Test
  void work_in_another_project_wakes_no_claim() {
    claim();
    waiting.onCommit(List.of(event(TaskEvent.Kind.CREATED, TestSwarm.OTHER_PROJECT)));
    answer(1, NOTHING);

    assertThat(attempts).hasSize(1);
  }

  @Test
  void one_piece_of_work_makes_one_of_many_running_attempts_try_again() {
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
  void work_that_woke_an_expired_claim_wakes_the_next() {
    waiting.claim(Claim.by("ann").waiting(Duration.ofSeconds(1)).build(), false);
    parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(1));
    answer(1, NOTHING);

    assertThat(attempts).hasSize(3);
  }

  @Test
  void any_number_of_claims_gets_the_error_of_a_full_disk() {
    List<CompletableFuture<Outcome<Claimed>>> answers = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      answers.add(parkedClaim());
    }
    storeIsFull = true;
    workAppears();

    assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  private CompletableFuture<Outcome<Claimed>> parkedRequest() {
    var answer =
        waiting.claim(Claim.by("ann").request("r1").waiting(Duration.ofSeconds(30)).build(), true);
    answer(attempts.size(), NOTHING);
    return answer;
  }

  @Test
  void all_repetitions_of_a_request_wait_for_the_same_claim() {
    var first = parkedRequest();
    parkedClaim();
    parkedClaim();
    var repeated = parkedRequest();
    workAppears();

    answer(5, SOMETHING);

    assertThat(first).isDone();
    assertThat(attempts).as("the next in line and the repetition try").hasSize(7);
    answer(6, NOTHING);
    answer(7, SOMETHING);
    assertThat(Answers.value(repeated.join())).isEqualTo(SOMETHING);
  }

  @Test
  void a_repetition_gets_the_claim_of_a_request_whose_client_has_gone() {
    var gone = parkedRequest();
    parkedClaim();
    var repeated = parkedRequest();
    workAppears();
    gone.cancel(false);

    answer(4, SOMETHING);

    assertThat(givenBack).isEmpty();
    answer(6, SOMETHING);
    assertThat(Answers.value(repeated.join())).isEqualTo(SOMETHING);
  }

  @Test
  void one_piece_of_work_wakes_one_of_many_claims() {
    for (int i = 0; i < 10; i++) {
      parkedClaim();
    }
    workAppears();

    assertThat(attempts).hasSize(11);
  }

  @Test
  void a_claim_that_gets_a_task_wakes_the_next() {
    parkedClaim();
    parkedClaim();
    workAppears();
    answer(3, SOMETHING);

    assertThat(attempts).hasSize(4);
  }

  @Test
  void an_answered_claim_takes_no_wake_up_from_the_others() {
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
  void a_claim_that_fails_gets_the_error_and_wakes_the_next() {
    var first = parkedClaim();
    parkedClaim();
    workAppears();
    attempts.get(2).completeExceptionally(new Store.Unavailable("the disk is full"));

    assertThatThrownBy(first::join).hasRootCauseInstanceOf(Store.Unavailable.class);
    assertThat(attempts).hasSize(4);
  }

  @Test
  void a_task_that_arrives_for_a_cancelled_claim_is_released() {
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
  void a_claim_that_times_out_during_an_attempt_gets_the_task_it_finds() {
    var lucky = parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(30));
    assertThat(lucky).isNotDone();
    answer(2, SOMETHING);

    assertThat(Answers.value(lucky.join())).isEqualTo(SOMETHING);
    assertThat(givenBack).isEmpty();
  }

  @Test
  void a_claim_that_times_out_during_a_failed_attempt_is_answered() {
    var unlucky = parkedClaim();
    workAppears();
    time.advance(Duration.ofSeconds(30));
    answer(2, NOTHING);

    assertThat(unlucky).isDone();
  }

  @Test
  void setting_the_clock_back_does_not_prolong_the_waiting() {
    var unlucky = parkedClaim();
    workAppears();
    time.jump(Duration.ofHours(-1));
    time.advance(Duration.ofSeconds(30));
    answer(2, NOTHING);

    assertThat(unlucky).isDone();
  }

  @Test
  void setting_the_clock_forward_does_not_shorten_the_waiting() {
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
