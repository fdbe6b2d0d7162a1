package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** A task that names checks is done only when they have passed. */
interface CheckedTaskContract extends StoreContract {

  private static Actor person() {
    return new Actor(Actor.Kind.PERSON, Optional.of("pat"), Optional.empty());
  }

  private static Actor agent(String session) {
    return new Actor(Actor.Kind.AGENT, Optional.of("bob"), Optional.of(session));
  }

  private Completions completions(FakeChecker checker) {
    return new Completions(swarm().tasks(), swarm().store(), checker, swarm().time());
  }

  private static Completion completion(Task held) {
    return new Completion(
        held.id(), TestSwarm.token(held), Optional.of("it works"), Optional.empty(), line -> {});
  }

  /** Waits until the checks have begun. */
  private FakeChecker.FakeRun begun(FakeChecker checker, int runs) {
    Awaitility.await().until(() -> checker.runs().size() == runs);
    swarm().settle();
    return checker.last();
  }

  private Outcome<SwarmSummary> require(Actor actor, String... checks) {
    return Answers.await(
        swarm().tasks().require(TestSwarm.PROJECT, SwarmId.DEFAULT_NAME, List.of(checks), actor));
  }

  private Outcome<Task> edit(Task task, Actor actor, String... checks) {
    return Answers.await(swarm().tasks().edit(task.id(), Edit.checks(checks).build(), actor));
  }

  @Test
  default void its_holder_s_word_is_not_enough() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");

    Outcome<Task> refused = swarm().complete(held);

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.CHECK_FAILED);
    assertThat(Answers.message(refused)).contains("is done when check 'test' passes");
    assertThat(swarm().status(held)).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  default void it_is_done_when_all_checks_of_task_and_swarm_have_passed() {
    swarm().add(task("a").checked("test", "lint"));
    Answers.value(require(person(), "build", "test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();

    CompletableFuture<Outcome<Task>> answer = completions(checker).complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);
    assertThat(run.checks()).containsExactly("build", "test", "lint");
    run.pass();

    Task done = Answers.value(Answers.await(answer));
    assertThat(done.status()).isEqualTo(TaskStatus.DONE);
    assertThat(done.result()).contains("it works");
    assertThat(done.checked())
        .contains(new Checked(List.of("build", "test", "lint"), Optional.of("c0ffee"), 2));
    assertThat(swarm().now(held)).isEqualTo(done);
    List<TaskEvent> history = swarm().history(held);
    assertThat(history.get(history.size() - 1).note())
        .contains("checks build, test, lint passed at c0ffee with 2 changed files");
  }

  @Test
  default void a_failed_check_leaves_it_claimed_and_is_in_its_history() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    Completions completions = completions(checker);

    CompletableFuture<Outcome<Task>> answer = completions.complete(completion(held));
    begun(checker, 1).fail();

    Outcome<Task> refused = Answers.await(answer);
    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.CHECK_FAILED);
    assertThat(((Outcome.Refused<Task>) refused).output()).contains("line 7: wrong\n");
    assertThat(swarm().status(held)).isEqualTo(TaskStatus.CLAIMED);
    List<TaskEvent> history = swarm().history(held);
    TaskEvent last = history.get(history.size() - 1);
    assertThat(last.kind()).isEqualTo(TaskEvent.Kind.CHECK_FAILED);
    assertThat(last.note()).contains("check 'test' failed\nline 7: wrong\n");
    assertThat(last.agent()).contains("bob");

    CompletableFuture<Outcome<Task>> again = completions.complete(completion(held));
    begun(checker, 2).pass();
    assertThat(Answers.value(Answers.await(again)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  default void a_second_request_joins_the_checks_that_run() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    Completions completions = completions(checker);

    CompletableFuture<Outcome<Task>> first = completions.complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);
    CompletableFuture<Outcome<Task>> second = completions.complete(completion(held));
    swarm().settle();
    run.pass();

    assertThat(Answers.await(second)).isEqualTo(Answers.await(first));
    assertThat(Answers.value(Answers.await(second)).status()).isEqualTo(TaskStatus.DONE);
    assertThat(checker.runs()).hasSize(1);
    assertThat(completions.running()).isZero();
  }

  @Test
  default void it_is_done_even_if_its_client_went_away() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    Completions completions = completions(checker);

    CompletableFuture<Outcome<Task>> answer = completions.complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);
    answer.cancel(false);
    run.pass();

    Awaitility.await().until(() -> swarm().status(held) == TaskStatus.DONE);
    assertThat(Answers.value(Answers.await(completions.complete(completion(held)))).status())
        .isEqualTo(TaskStatus.DONE);
  }

  @Test
  default void a_failure_that_nobody_heard_of_is_told_to_the_next_request() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    Completions completions = completions(checker);

    CompletableFuture<Outcome<Task>> answer = completions.complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);
    answer.cancel(false);
    run.fail();
    Awaitility.await().until(() -> completions.running() == 0);

    Outcome<Task> told = Answers.await(completions.complete(completion(held)));
    assertThat(Answers.refusal(told)).isEqualTo(ErrorCode.CHECK_FAILED);
    assertThat(checker.runs()).as("not run again").hasSize(1);

    completions.complete(completion(held));
    begun(checker, 2).pass();
    Awaitility.await().until(() -> swarm().status(held) == TaskStatus.DONE);
  }

  @Test
  default void the_lease_is_kept_while_checks_run() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claimOne(Claim.by("bob").lease(Duration.ofSeconds(60)));
    FakeChecker checker = new FakeChecker();
    CompletableFuture<Outcome<Task>> answer = completions(checker).complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);

    for (int i = 0; i < 12; i++) {
      Awaitility.await().until(() -> swarm().time().untilNext().isPresent());
      swarm().advance(Duration.ofSeconds(20));
    }

    assertThat(swarm().status(held)).isEqualTo(TaskStatus.CLAIMED);
    run.pass();
    assertThat(Answers.value(Answers.await(answer)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  default void checks_end_when_the_task_is_taken_away() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    CompletableFuture<Outcome<Task>> answer = completions(checker).complete(completion(held));
    FakeChecker.FakeRun run = begun(checker, 1);

    Answers.value(Answers.await(swarm().tasks().takeBack(held.id(), Optional.empty(), person())));

    assertThat(Answers.refusal(Answers.await(answer))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(run.result()).isCompletedExceptionally();
  }

  @Test
  default void checks_that_are_named_meanwhile_run_as_well() {
    swarm().add(task("a").checked("test"));
    Task held = swarm().claim("bob");
    FakeChecker checker = new FakeChecker();
    CompletableFuture<Outcome<Task>> answer = completions(checker).complete(completion(held));
    FakeChecker.FakeRun first = begun(checker, 1);

    Answers.value(edit(held, person(), "test", "lint"));
    first.pass();
    FakeChecker.FakeRun second = begun(checker, 2);
    assertThat(second.checks()).containsExactly("test", "lint");
    second.pass();

    assertThat(Answers.value(Answers.await(answer)).checked().orElseThrow().checks())
        .containsExactly("test", "lint");
  }

  @Test
  default void only_a_person_or_its_creator_changes_them() {
    Task byPerson = swarm().add(task("a").checked("test"));
    Task byAgent =
        Answers.value(
                Answers.await(
                    swarm()
                        .tasks()
                        .add(
                            TestSwarm.PROJECT,
                            List.of(task("b").checked("test").build()),
                            Optional.of(agent("s1")))))
            .get(0);

    assertThat(Answers.refusal(edit(byPerson, agent("s1")))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(Answers.refusal(edit(byPerson, Actor.UNKNOWN))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(Answers.refusal(edit(byAgent, agent("s2")))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(Answers.value(edit(byAgent, agent("s1"), "lint")).checks()).containsExactly("lint");
    assertThat(Answers.value(edit(byPerson, person())).checks()).isEmpty();
    assertThat(Answers.refusal(require(agent("s1"), "test"))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(Answers.value(require(person(), "test")).checks()).containsExactly("test");
    assertThat(Answers.value(require(person())).checks()).isEmpty();
  }

  @Test
  default void a_creator_that_holds_it_can_add_checks_but_drop_none() {
    Answers.await(
        swarm()
            .tasks()
            .add(
                TestSwarm.PROJECT,
                List.of(task("b").checked("test").build()),
                Optional.of(agent("s1"))));
    Task held = swarm().claimOne(Claim.by("bob").session("s1"));

    assertThat(Answers.refusal(edit(held, agent("s1")))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(Answers.value(edit(held, agent("s1"), "test", "lint")).checks())
        .containsExactly("test", "lint");
  }
}
