package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;
import swarmd.store.sqlite.SqliteFile;

/** Several claims wait at the same time. */
class WaitingOrderTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  private CompletableFuture<Outcome<Claimed>> waiting(Claim claim) {
    return swarm.claimLater(claim.waiting(MINUTE));
  }

  /** The result of this claim, once all others that were woken have tried and wait again. */
  private String title(CompletableFuture<Outcome<Claimed>> answered) {
    String title = Answers.value(Answers.await(answered)).tasks().get(0).title();
    swarm.settle();
    return title;
  }

  @Test
  void the_claim_that_waits_longest_is_served_first() {
    List<CompletableFuture<Outcome<Claimed>>> queue = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      queue.add(waiting(Claim.by("agent" + i)));
    }
    for (int i = 0; i < 5; i++) {
      swarm.add(task("t" + i));
      assertThat(title(queue.get(i))).isEqualTo("t" + i);
      assertThat(queue.subList(i + 1, 5)).noneMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void one_of_several_waiting_claims_gets_the_task_and_the_others_keep_waiting() {
    var first = waiting(Claim.by("a"));
    var second = waiting(Claim.by("b"));
    swarm.add(task("only"));

    assertThat(title(first)).isEqualTo("only");
    assertThat(second).isNotDone();
    assertThat(swarm.history(swarm.list().get(0)))
        .filteredOn(event -> event.kind() == TaskEvent.Kind.CLAIMED)
        .hasSize(1);
  }

  @Test
  void a_claim_woken_in_vain_keeps_its_place_in_the_queue() {
    var first = waiting(Claim.by("a"));
    var second = waiting(Claim.by("b"));
    var third = waiting(Claim.by("c"));
    swarm.addAll(task("only"), task("blocked").wave(1));
    assertThat(title(first)).isEqualTo("only");

    swarm.add(task("next"));

    assertThat(title(second)).isEqualTo("next");
    assertThat(third).isNotDone();
  }

  @Test
  void each_claim_waits_for_its_own_swarm() {
    var a = waiting(Claim.by("a").inSwarm("a"));
    var b = waiting(Claim.by("b").inSwarm("b"));
    var any = waiting(Claim.by("any"));
    swarm.add(task("b1").in("b"));
    assertThat(title(b)).isEqualTo("b1");
    assertThat(a).isNotDone();
    assertThat(any).isNotDone();

    swarm.add(task("c1").in("c"));
    assertThat(title(any)).isEqualTo("c1");
    assertThat(a).isNotDone();
  }

  @Test
  void claims_for_any_swarm_and_for_one_swarm_share_a_queue() {
    List<CompletableFuture<Outcome<Claimed>>> queue = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      queue.add(waiting(Claim.by("any")));
      queue.add(waiting(Claim.by("one").inSwarm("s" + i)));
      swarm.addAll(task("first").in("s" + i));
      assertThat(title(queue.get(2 * i))).isEqualTo("first");
      swarm.addAll(task("second").in("s" + i));
      assertThat(title(queue.get(2 * i + 1))).isEqualTo("second");
    }
  }

  @Test
  void a_swarm_without_work_does_not_block_others() {
    for (int i = 0; i < 3; i++) {
      waiting(Claim.by("idle" + i).inSwarm("idle"));
    }
    var busy = waiting(Claim.by("busy").inSwarm("busy"));
    swarm.add(task("work").in("busy"));

    assertThat(title(busy)).isEqualTo("work");
  }

  @Test
  void a_claim_for_a_particular_task_gets_it_when_it_is_released() {
    Task task = swarm.add(task("a"));
    Task held = swarm.claim("ann");
    var waiting = waiting(Claim.by("bob").task(task.id()));
    swarm.add(task("other"));
    swarm.settle();
    assertThat(waiting).isNotDone();

    swarm.release(held);
    assertThat(title(waiting)).isEqualTo("a");
  }

  @Test
  void work_in_another_project_ends_no_waiting() {
    var ours = waiting(Claim.by("a"));
    var theirs = waiting(Claim.by("b").inProject(TestSwarm.OTHER_PROJECT));
    Answers.value(swarm.tryAdd(TestSwarm.OTHER_PROJECT, task("x")));

    assertThat(title(theirs)).isEqualTo("x");
    assertThat(ours).isNotDone();
  }
}
