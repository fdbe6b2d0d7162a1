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

/** Nobody gets tasks with a paused tag; all other work goes on. */
interface TagPauseContract extends StoreContract {

  private SwarmSummary pause(String tag) {
    return Answers.value(
        Answers.await(
            swarm().tasks().pauseTag(TestSwarm.PROJECT, SwarmId.DEFAULT_NAME, tag, Actor.UNKNOWN)));
  }

  private SwarmSummary resume(String tag) {
    return Answers.value(
        Answers.await(
            swarm()
                .tasks()
                .resumeTag(TestSwarm.PROJECT, SwarmId.DEFAULT_NAME, tag, Actor.UNKNOWN)));
  }

  private SwarmSummary limit(String tag, int most) {
    return Answers.value(
        Answers.await(
            swarm()
                .tasks()
                .limit(
                    TestSwarm.PROJECT,
                    SwarmId.DEFAULT_NAME,
                    Optional.of(tag),
                    most,
                    Actor.UNKNOWN)));
  }

  private List<String> titles(Claim claim) {
    return swarm().claim(claim).tasks().stream().map(Task::title).toList();
  }

  @Test
  default void nobody_gets_a_task_with_a_paused_tag_and_other_work_goes_on() {
    swarm()
        .addAll(
            task("deploy a").tagged("deploy"),
            task("test"),
            task("deploy b").tagged("x", "deploy"));

    assertThat(pause("deploy").limits().pausedTags()).containsExactly("deploy");

    assertThat(titles(Claim.by("ann").upTo(3))).containsExactly("test");
    Claimed.Nothing nothing = swarm().claim(Claim.by("bob")).nothing().orElseThrow();
    assertThat(nothing.reason()).isEqualTo(Claimed.Reason.BUSY);
    assertThat(nothing.message())
        .isEqualTo(
            "nothing is claimable yet: 1 claimed, 0 blocked; the tag 'deploy' is paused; to go on:"
                + " swarm resume --tag deploy");
    Task paused = swarm().list().get(0);
    Outcome<Claimed> refused = swarm().tryClaim(Claim.by("bob").task(paused.id()));
    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.BLOCKED);
    assertThat(Answers.message(refused))
        .isEqualTo(
            "task %d has to wait: the tag 'deploy' is paused; to go on: swarm resume --tag deploy"
                .formatted(paused.id()));
    assertThat(
            TaskText.whyBlocked(
                Answers.await(swarm().tasks().show(paused.id())).orElseThrow().waitsFor()))
        .isEqualTo("waits because the tag 'deploy' is paused");
  }

  @Test
  default void an_agent_keeps_the_task_it_holds() {
    swarm().addAll(task("deploy").tagged("deploy"));
    Task held = swarm().claim("ann");
    pause("deploy");

    assertThat(Answers.value(swarm().complete(held)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  default void a_resumed_tag_has_its_limit_again() {
    swarm().addAll(task("a").tagged("deploy"), task("b").tagged("deploy"));
    limit("deploy", 1);
    assertThat(pause("deploy").limits().byTag()).containsEntry("deploy", 1);
    assertThat(titles(Claim.by("ann"))).isEmpty();

    assertThat(resume("deploy").limits().pausedTags()).isEmpty();

    assertThat(titles(Claim.by("ann").upTo(2))).containsExactly("a");
  }

  @Test
  default void a_new_limit_does_not_end_the_pause() {
    swarm().addAll(task("a").tagged("deploy"));
    pause("deploy");

    assertThat(limit("deploy", 5).limits().pausedTags()).containsExactly("deploy");

    assertThat(titles(Claim.by("ann"))).isEmpty();
    assertThat(limit("deploy", 0).limits().pausedTags()).containsExactly("deploy");
    assertThat(titles(Claim.by("ann"))).isEmpty();
  }

  @Test
  default void a_waiting_claim_gets_its_task_when_the_tag_goes_on() {
    swarm().addAll(task("a").tagged("deploy"));
    pause("deploy");
    CompletableFuture<Outcome<Claimed>> waiting =
        swarm().claimLater(Claim.by("bob").waiting(Duration.ofSeconds(60)));
    assertThat(waiting).isNotDone();

    resume("deploy");

    assertThat(Answers.value(Answers.await(waiting)).tasks()).hasSize(1);
  }

  @Test
  default void a_pause_is_recorded_once_with_its_tag() {
    swarm().addAll(task("a").tagged("deploy"));
    pause("deploy");
    pause("deploy");
    resume("deploy");
    resume("deploy");

    assertThat(swarm().events())
        .extracting(event -> event.kind() + event.note().map(note -> " " + note).orElse(""))
        .containsExactly(
            "CREATED", "SWARM_PAUSED only the tag 'deploy'", "SWARM_RESUMED only the tag 'deploy'");
  }

  @Test
  default void what_would_be_claimed_next_leaves_out_paused_tags() {
    swarm().addAll(task("a").tagged("x"), task("b"));
    pause("x");

    List<Task> next =
        swarm()
            .read(
                queries ->
                    queries.claimable(
                        TestSwarm.PROJECT, Optional.empty(), 9, swarm().time().millis()));
    assertThat(next).extracting(Task::title).containsExactly("b");
  }

  @Test
  default void none_of_many_claims_at_once_gets_a_task_with_a_paused_tag() {
    IntStream.range(0, 20)
        .forEach(n -> swarm().add(n < 15 ? task("t" + n).tagged("x") : task("t" + n)));
    pause("x");

    List<CompletableFuture<Outcome<Claimed>>> claims =
        IntStream.range(0, 16)
            .mapToObj(n -> swarm().tasks().claim(Claim.by("agent" + n).build()))
            .toList();

    assertThat(claims)
        .flatExtracting(claim -> Answers.value(Answers.await(claim)).tasks())
        .hasSize(5)
        .allSatisfy(task -> assertThat(task.tags()).isEmpty());
  }
}
