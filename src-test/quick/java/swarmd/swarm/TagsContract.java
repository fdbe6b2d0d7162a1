package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.Claimed.Reason;

/** A claim with tags gets only tasks that have all of them. */
interface TagsContract extends StoreContract {

  private Reason reason(Claim claim) {
    return swarm().claim(claim).nothing().orElseThrow().reason();
  }

  @Test
  default void a_claim_gets_only_tasks_with_all_its_tags() {
    swarm()
        .addAll(
            task("none"),
            task("java").tagged("java"),
            task("both").tagged("sql", "java"),
            task("files").tagged("java", "sql").owning("src"));

    assertThat(swarm().claimOne(Claim.by("ann").tagged("java", "sql")).title()).isEqualTo("both");
    assertThat(swarm().claimOne(Claim.by("ann").tagged("java").forFiles("src/a")).title())
        .isEqualTo("files");
    assertThat(swarm().claimOne(Claim.by("ann").tagged("java")).title()).isEqualTo("java");
    assertThat(swarm().claim(Claim.by("ann").tagged("java")).tasks()).isEmpty();
    assertThat(swarm().claim("bob").title()).isEqualTo("none");
  }

  @Test
  default void a_claim_without_tags_gets_tagged_tasks_too() {
    swarm().add(task("a").tagged("java"));

    assertThat(swarm().claim("ann").tags()).containsExactly("java");
  }

  @Test
  default void a_task_without_the_tags_is_not_claimed_by_its_id() {
    Task task = swarm().add(task("a").tagged("java"));

    Outcome<Claimed> refused = swarm().tryClaim(Claim.by("ann").task(task.id()).tagged("sql"));

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(Answers.message(refused))
        .isEqualTo("task 1 does not have the tag 'sql'; leave the tags out to claim it");
  }

  @Test
  default void a_claim_with_tags_hears_how_the_tasks_with_these_tags_stand() {
    Task other = swarm().add(task("other"));
    assertThat(reason(Claim.by("ann").tagged("java"))).isEqualTo(Reason.EMPTY);

    swarm().add(task("blocked").tagged("java").after(other));
    assertThat(reason(Claim.by("ann").tagged("java"))).isEqualTo(Reason.BUSY);

    swarm().fail(swarm().claim("ann"));
    assertThat(reason(Claim.by("ann").tagged("java"))).isEqualTo(Reason.STUCK);

    swarm().cancel(other);
    swarm().complete(swarm().claimOne(Claim.by("ann").tagged("java")));
    swarm().add(task("more"));
    assertThat(reason(Claim.by("ann").tagged("java"))).isEqualTo(Reason.COMPLETE);
  }

  @Test
  default void a_waiting_claim_is_not_woken_in_vain_by_the_work_of_others() {
    CompletableFuture<Outcome<Claimed>> java =
        swarm().claimLater(Claim.by("joe").tagged("java").waiting(Duration.ofSeconds(60)));
    CompletableFuture<Outcome<Claimed>> any =
        swarm().claimLater(Claim.by("ann").waiting(Duration.ofSeconds(60)));

    swarm().add(task("plain"));

    assertThat(Answers.value(Answers.await(any)).tasks())
        .extracting(Task::title)
        .containsExactly("plain");
    assertThat(java).isNotDone();
    swarm().add(task("beans").tagged("java"));
    assertThat(Answers.value(Answers.await(java)).tasks())
        .extracting(Task::title)
        .containsExactly("beans");
  }
}
