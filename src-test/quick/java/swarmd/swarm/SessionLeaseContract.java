package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** A session's activity renews the leases of its agents, and its end releases them. */
interface SessionLeaseContract extends StoreContract {
  Duration TENTH = ClaimRequest.DEFAULT_LEASE.dividedBy(10);
  Duration MOMENT = Duration.ofMillis(1);

  private Task claimIn(String session, String agent) {
    return swarm().claimOne(Claim.by(agent).session(session));
  }

  private static Predicate<Task> of(String agent) {
    return task -> task.agent().equals(Optional.of(agent));
  }

  private static long expiry(Task task) {
    return task.lease().orElseThrow().expiresAt();
  }

  @Test
  default void the_tasks_of_a_session_are_found_by_project_and_session() {
    swarm().addAll(task("a"), task("b"), task("c"), task("d"), task("free"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("elsewhere")));
    Task first = claimIn("s1", "ann");
    Task second = claimIn("s1", "bob");
    claimIn("s2", "ann");
    swarm().claim("of no session");
    Task elsewhere =
        swarm().claimOne(Claim.by("ann").session("s1").inProject(TestSwarm.OTHER_PROJECT));

    assertThat(swarm().heldInSession("s1")).containsExactly(first, second);
    swarm().releaseHeld("s1");
    assertThat(swarm().heldInSession("s1")).isEmpty();
    assertThat(swarm().now(elsewhere)).isEqualTo(elsewhere);
  }

  @Test
  default void the_tasks_of_a_session_are_the_same_after_a_restart() {
    swarm().add(task("a").owning("src/**").description("d"));
    Task held = claimIn("s1", "ann");
    swarm().restartAfter(Duration.ofSeconds(1));

    assertThat(swarm().heldInSession("s1")).containsExactly(held);
  }

  @Test
  default void a_sign_of_life_restarts_the_lease() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    swarm().advance(TENTH);

    List<Task> renewed = swarm().renewHeld("s1");

    assertThat(renewed).containsExactly(swarm().now(held));
    assertThat(expiry(swarm().now(held))).isEqualTo(expiry(held) + TENTH.toMillis());
    assertThat(swarm().now(held))
        .usingRecursiveComparison()
        .ignoringFields("state.lease")
        .isEqualTo(held);
    assertThat(TestSwarm.token(swarm().now(held))).isEqualTo(TestSwarm.token(held));
  }

  @Test
  default void within_a_tenth_of_the_lease_nothing_is_written() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    swarm().advance(TENTH.minus(MOMENT));

    assertThat(swarm().renewHeld("s1")).isEmpty();
    assertThat(swarm().now(held)).isEqualTo(held);

    swarm().advance(MOMENT);
    assertThat(swarm().renewHeld("s1")).hasSize(1);
    assertThat(swarm().renewHeld("s1")).isEmpty();
  }

  @Test
  default void a_working_agent_keeps_its_task() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    for (int i = 0; i < 200; i++) {
      swarm().advance(Duration.ofSeconds(20));
      swarm().renewHeld("s1");
    }

    assertThat(swarm().now(held).lease().map(Lease::fence))
        .isEqualTo(held.lease().map(Lease::fence));
  }

  @Test
  default void a_sign_of_life_renews_only_the_tasks_of_its_agent() {
    swarm().addAll(task("a"), task("b"), task("c"));
    Task anns = claimIn("s1", "ann");
    Task bobs = claimIn("s1", "bob");
    Task others = claimIn("s2", "ann");
    swarm().advance(TENTH);

    assertThat(swarm().renewHeld("s1", of("ann"))).extracting(Task::id).containsExactly(anns.id());
    assertThat(swarm().now(bobs)).isEqualTo(bobs);
    assertThat(swarm().now(others)).isEqualTo(others);
  }

  @Test
  default void a_sign_of_life_leaves_no_trace_in_the_history() {
    swarm().add(task("a"));
    claimIn("s1", "ann");
    swarm().advance(TENTH);
    int before = swarm().events().size();

    swarm().renewHeld("s1");

    assertThat(swarm().events()).hasSize(before);
  }

  @Test
  default void a_sign_of_life_renews_an_expired_lease_that_was_not_ended_yet() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");

    assertThat(swarm().renewHeld("s1", expiry(held) + 1)).hasSize(1);
    assertThat(expiry(swarm().now(held)))
        .isEqualTo(expiry(held) + 1 + ClaimRequest.DEFAULT_LEASE.toMillis());
  }

  @Test
  default void a_late_sign_of_life_does_not_bring_back_expired_or_released_tasks() {
    swarm().addAll(task("expired"), task("done"), task("released"));
    Task expired = claimIn("s1", "ann");
    swarm().complete(claimIn("s1", "ann"));
    swarm().release(claimIn("s1", "ann"));
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(swarm().renewHeld("s1", expiry(expired) - 1)).isEmpty();
    assertThat(swarm().list())
        .extracting(Task::status)
        .containsExactly(TaskStatus.PENDING, TaskStatus.DONE, TaskStatus.PENDING);
  }

  @Test
  default void a_late_sign_of_life_does_not_affect_the_new_holder() {
    swarm().add(task("a"));
    Task first = claimIn("s1", "ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    Task second = claimIn("s2", "bob");

    assertThat(swarm().renewHeld("s1", expiry(first) - 1)).isEmpty();
    assertThat(swarm().now(first)).isEqualTo(second);
  }

  @Test
  default void a_sign_of_life_from_before_the_claim_never_shortens_the_lease() {
    swarm().add(task("a"));
    long before = swarm().time().millis();
    swarm().advance(Duration.ofMinutes(4));
    Task held = claimIn("s1", "ann");

    assertThat(swarm().renewHeld("s1", before)).isEmpty();
    assertThat(swarm().now(held)).isEqualTo(held);
  }

  @Test
  default void after_a_sign_of_life_the_holder_can_still_use_its_token() {
    swarm().addAll(task("a"), task("b"));
    Task first = claimIn("s1", "ann");
    Task second = claimIn("s1", "ann");
    swarm().advance(TENTH);
    swarm().renewHeld("s1");

    assertThat(Answers.value(swarm().renew(first))).isEqualTo(swarm().now(first));
    assertThat(Answers.value(swarm().complete(second)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  default void a_task_of_an_agent_that_left_is_as_if_it_had_never_been_claimed() {
    List<Task> added =
        swarm().addAll(task("a").attempts(1), task("b")).stream().map(TestSwarm::heldOnce).toList();
    claimIn("s1", "ann");
    claimIn("s1", "ann");

    assertThat(swarm().releaseHeld("s1")).isEqualTo(added);

    assertThat(swarm().list()).isEqualTo(added);
    assertThat(swarm().summaries().get(0).count(TaskStatus.PENDING)).isEqualTo(2);
    assertThat(swarm().claim("bob").attempts()).isEqualTo(1);
  }

  @Test
  default void an_agent_that_leaves_releases_only_its_own_tasks() {
    swarm().addAll(task("a"), task("b"), task("c"));
    Task anns = claimIn("s1", "ann");
    Task bobs = claimIn("s1", "bob");
    Task others = claimIn("s2", "ann");

    assertThat(swarm().releaseHeld("s1", of("ann")))
        .extracting(Task::id)
        .containsExactly(anns.id());
    assertThat(swarm().now(bobs)).isEqualTo(bobs);
    assertThat(swarm().now(others)).isEqualTo(others);
  }

  @Test
  default void the_history_records_the_agent_that_left_and_why() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    swarm().releaseHeld("s1");

    List<TaskEvent> history = swarm().history(held);
    TaskEvent last = history.get(history.size() - 1);
    assertThat(last.kind()).isEqualTo(TaskEvent.Kind.RELEASED);
    assertThat(last.agent()).contains("ann");
    assertThat(last.session()).contains("s1");
    assertThat(last.fence()).isEqualTo(held.lease().map(Lease::fence));
    assertThat(last.note()).contains("it left");
  }

  @Test
  default void the_token_of_an_agent_that_left_is_only_good_for_repeating_the_release() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    swarm().releaseHeld("s1");

    assertThat(Answers.refusal(swarm().renew(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.refusal(swarm().complete(held))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(Answers.value(swarm().release(held)).status()).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().releaseHeld("s1")).isEmpty();
  }

  @Test
  default void a_task_released_by_an_agent_that_left_may_be_blocked() {
    swarm().add(task("later").wave(1));
    claimIn("s1", "ann");
    swarm().add(task("sooner"));

    assertThat(swarm().releaseHeld("s1"))
        .extracting(Task::status)
        .containsExactly(TaskStatus.BLOCKED);
  }

  @Test
  default void a_renewal_that_was_rolled_back_has_no_effect() {
    swarm().add(task("a"));
    Task held = claimIn("s1", "ann");
    swarm().advance(TENTH);
    long now = swarm().time().millis();
    CompletableFuture<Object> failed =
        swarm()
            .store()
            .write(
                transaction -> {
                  TaskRepository tasks = transaction.get(TaskRepository.class);
                  swarm().rules().renewHeld(tasks, TestSwarm.PROJECT, "s1", task -> true, now);
                  throw new IllegalStateException("a bug");
                });
    assertThat(failed.handle((value, failure) -> failure).join())
        .isInstanceOf(IllegalStateException.class);

    assertThat(swarm().heldInSession("s1")).containsExactly(held);
    assertThat(swarm().renewHeld("s1")).hasSize(1);
  }

  @Test
  default void a_session_with_very_many_tasks_renews_and_releases_them_all() {
    int many = 400; // more than the cache holds
    swarm().addAll(IntStream.range(0, many).mapToObj(i -> task("t")).toArray(TaskToAdd[]::new));
    swarm().claim(Claim.by("ann").session("s1").upTo(many));
    swarm().advance(TENTH);

    assertThat(swarm().renewHeld("s1")).hasSize(many).isEqualTo(swarm().list());
    assertThat(swarm().releaseHeld("s1")).hasSize(many).isEqualTo(swarm().list());
    assertThat(swarm().heldInSession("s1")).isEmpty();
  }
}
