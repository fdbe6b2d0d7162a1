package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;
import static swarmd.swarm.TestSwarm.token;

import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** A claim whose answer was lost can be repeated. */
interface RequestIdContract extends StoreContract {

  @Test
  default void a_repeated_request_gets_the_same_claim_and_no_second_task() {
    swarm().addAll(task("a"), task("b"));
    Task first = swarm().claimOne(request());

    assertThat(swarm().claimOne(request())).isEqualTo(first);
    assertThat(swarm().now(first).attempts()).isEqualTo(1);
    assertThat(swarm().claim("bob").title()).isEqualTo("b");
  }

  @Test
  default void another_request_gets_another_task() {
    swarm().addAll(task("a"), task("b"));
    swarm().claimOne(request());

    assertThat(swarm().claimOne(Claim.by("ann").request("r2")).title()).isEqualTo("b");
  }

  @Test
  default void a_repeated_claim_of_several_tasks_returns_them_in_the_same_order() {
    swarm().addAll(task("b").priority(2), task("a").priority(1), task("c").priority(3));
    List<Task> first = swarm().claim(request().upTo(2)).tasks();

    assertThat(swarm().claim(request().upTo(2)).tasks()).isEqualTo(first).hasSize(2);
  }

  @Test
  default void a_request_that_got_nothing_may_get_something_later() {
    assertThat(swarm().claim(request()).tasks()).isEmpty();
    swarm().add(task("a"));

    assertThat(swarm().claimOne(request()).title()).isEqualTo("a");
  }

  @Test
  default void after_the_task_is_done_a_repeated_request_gets_the_ended_claim() {
    swarm().addAll(task("a"), task("b"));
    Task first = swarm().claimOne(request());
    swarm().complete(first);

    Task again = swarm().claimOne(request());

    assertThat(token(again)).isEqualTo(token(first));
    assertThat(again.status()).isEqualTo(TaskStatus.DONE);
    assertThat(swarm().claim("bob").title()).isEqualTo("b");
  }

  @Test
  default void after_another_agent_took_over_a_repeated_request_is_refused() {
    swarm().addAll(task("a"), task("b"));
    swarm().claimOne(request());
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    Task theirs = swarm().claim("bob");

    assertThat(Answers.refusal(swarm().tryClaim(request()))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.message(swarm().tryClaim(request())))
        .contains("the claim with this request id has ended", "held by agent bob", "a new id");
    assertThat(swarm().now(theirs)).isEqualTo(theirs);
  }

  @Test
  default void after_its_lease_ended_a_repeated_request_is_refused() {
    swarm().addAll(task("a"), task("b"));
    swarm().claimOne(request());
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(Answers.message(swarm().tryClaim(request())))
        .contains("task 1 is free again", "swarm task claim 1");
    assertThat(swarm().list()).extracting(Task::status).containsOnly(TaskStatus.PENDING);
  }

  @Test
  default void after_somebody_cancelled_the_task_a_repeated_request_is_refused() {
    swarm().addAll(task("a"), task("b"));
    Task first = swarm().claimOne(request());
    Answers.value(swarm().cancel(first));

    assertThat(Answers.refusal(swarm().tryClaim(request()))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  default void a_claim_of_several_tasks_that_lost_one_still_gets_the_others() {
    swarm().addAll(task("a"), task("b"), task("c"));
    List<Task> first = swarm().claim(request().upTo(3)).tasks();
    Answers.value(swarm().release(first.get(0)));
    swarm().complete(first.get(1));

    List<Task> again = swarm().claim(request().upTo(3)).tasks();

    assertThat(again).extracting(Task::title).containsExactly("b", "c");
    assertThat(again).extracting(Task::status).containsExactly(TaskStatus.DONE, TaskStatus.CLAIMED);
  }

  @Test
  default void a_client_that_disconnected_and_asks_again_gets_the_same_claim() {
    swarm().addAll(task("a"), task("b"));
    swarm().claimAndGoAway(request());
    assertThat(swarm().list().get(0).status()).isEqualTo(TaskStatus.CLAIMED);

    Task again = swarm().claimOne(request());

    assertThat(again.title()).isEqualTo("a");
    assertThat(Answers.value(swarm().complete(again)).status()).isEqualTo(TaskStatus.DONE);
    assertThat(swarm().history(again))
        .extracting(TaskEvent::kind)
        .containsExactly(TaskEvent.Kind.CREATED, TaskEvent.Kind.CLAIMED, TaskEvent.Kind.COMPLETED);
  }

  @Test
  default void a_repetition_that_nobody_waits_for_does_not_end_the_claim() {
    swarm().add(task("a"));
    Task first = swarm().claimOne(request());

    swarm().claimAndGoAway(request());

    assertThat(swarm().now(first)).isEqualTo(first);
  }

  @Test
  default void a_repetition_that_comes_after_a_release_claims_nothing_else() {
    swarm().addAll(task("a"), task("b"));
    Task first = swarm().claimOne(request());
    Answers.value(swarm().release(first));

    assertThat(Answers.refusal(swarm().tryClaim(request()))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(swarm().list()).extracting(Task::status).containsOnly(TaskStatus.PENDING);
  }

  @Test
  default void a_request_id_is_valid_in_its_project_only() {
    swarm().add(task("a"));
    swarm().claimOne(request());
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("theirs")));

    assertThat(swarm().claimOne(request().inProject(TestSwarm.OTHER_PROJECT)).title())
        .isEqualTo("theirs");
  }

  @Test
  default void the_same_request_id_of_another_agent_is_another_request() {
    swarm().addAll(task("a"), task("b"));
    Task first = swarm().claimOne(request());

    Task second = swarm().claimOne(Claim.by("bob").request("r1"));

    assertThat(second.title()).isEqualTo("b");
    assertThat(token(second)).isNotEqualTo(token(first));
  }

  @Test
  default void agents_of_one_name_in_two_sessions_do_not_share_a_request_id() {
    swarm().addAll(task("a"), task("b"), task("c"));
    Task first = swarm().claimOne(request().session("s1"));

    assertThat(swarm().claimOne(request().session("s2")).title()).isEqualTo("b");
    assertThat(swarm().claimOne(request()).title()).isEqualTo("c");
    assertThat(swarm().claimOne(request().session("s1"))).isEqualTo(first);
  }

  private static Claim request() {
    return Claim.by("ann").request("r1");
  }
}
