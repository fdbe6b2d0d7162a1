package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.sqlite.SqliteFile;

/** A waiting claim is answered as soon as there is work. */
class WaitingClaimTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  private CompletableFuture<Outcome<Claimed>> waitingClaim() {
    CompletableFuture<Outcome<Claimed>> answer = swarm.claimLater(Claim.by("wes").waiting(MINUTE));
    assertThat(answer).isNotDone();
    return answer;
  }

  private static void assertGets(CompletableFuture<Outcome<Claimed>> waiting, String title) {
    assertThat(Answers.value(Answers.await(waiting)).tasks())
        .extracting(Task::title)
        .containsExactly(title);
  }

  @Test
  void a_new_task_ends_the_waiting() {
    var waiting = waitingClaim();
    swarm.add(task("new"));

    assertGets(waiting, "new");
    assertThat(swarm.list().get(0).agent()).contains("wes");
  }

  @Test
  void a_released_task_ends_the_waiting() {
    swarm.add(task("a"));
    Task held = swarm.claim("ann");
    var waiting = waitingClaim();
    swarm.release(held);

    assertGets(waiting, "a");
  }

  @Test
  void an_expired_lease_ends_the_waiting() {
    swarm.add(task("a"));
    swarm.claimOne(Claim.by("ann").lease(Duration.ofSeconds(9)));
    var waiting = waitingClaim();
    swarm.advance(Duration.ofSeconds(9));

    assertGets(waiting, "a");
  }

  @Test
  void a_dependency_that_is_done_ends_the_waiting() {
    Task first = swarm.add(task("first"));
    swarm.add(task("second").after(first));
    Task held = swarm.claim("ann");
    var waiting = waitingClaim();
    swarm.complete(held);

    assertGets(waiting, "second");
  }

  @Test
  void a_wave_that_opens_ends_the_waiting_of_as_many_claims_as_it_has_tasks() {
    Task first = swarm.add(task("first"));
    swarm.addAll(task("x").wave(1), task("y").wave(1));
    Task held = swarm.claim("ann");
    var one = waitingClaim();
    var two = waitingClaim();
    var three = waitingClaim();
    swarm.complete(held);

    assertGets(one, "x");
    assertGets(two, "y");
    swarm.settle();
    assertThat(three).isNotDone();
    assertThat(swarm.status(first)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void a_cancelled_dependency_ends_the_waiting() {
    Task first = swarm.add(task("first"));
    swarm.add(task("second").after(first));
    swarm.claim("ann");
    var waiting = waitingClaim();
    swarm.cancel(first);

    assertGets(waiting, "second");
  }

  @Test
  void a_retried_task_ends_the_waiting() {
    Task task = swarm.add(task("a"));
    swarm.add(task("still at work"));
    swarm.fail(swarm.claim("ann"));
    swarm.claim("ann");
    var waiting = waitingClaim();
    swarm.retry(task);

    assertGets(waiting, "a");
  }

  @Test
  void work_that_is_already_there_is_handed_out_at_once() {
    swarm.add(task("a"));

    assertThat(swarm.claimOne(Claim.by("ann").waiting(MINUTE)).title()).isEqualTo("a");
  }

  @Test
  void a_refusal_is_answered_at_once() {
    assertThat(Answers.refusal(swarm.tryClaim(Claim.by("ann").task(4711).waiting(MINUTE))))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void a_task_that_fails_or_is_claimed_frees_nothing() {
    swarm.addAll(task("a"), task("b"));
    Task a = swarm.claim("ann");
    swarm.claim("ann");
    var waiting = waitingClaim();
    swarm.fail(a);
    swarm.settle();

    assertThat(waiting).isNotDone();
  }
}
