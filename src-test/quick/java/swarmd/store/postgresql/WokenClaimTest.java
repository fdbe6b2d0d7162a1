package swarmd.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;
import swarmd.swarm.Answers;
import swarmd.swarm.Claim;
import swarmd.swarm.Claimed;
import swarmd.swarm.Task;
import swarmd.swarm.TestSwarm;

@Tag("postgresql")
class WokenClaimTest {
  private final PostgresTeam team = new PostgresTeam();
  private final TestSwarm swarm = new TestSwarm(team);

  @AfterEach
  void close() {
    swarm.close();
  }

  @Test
  void a_waiting_claim_calls_the_database_only_for_work_that_the_copy_has() {
    Task first = swarm.add(task("first"));
    Task held = swarm.claim("bob");
    CompletableFuture<Outcome<Claimed>> waiting =
        swarm.tasks().claim(Claim.by("ann").waiting(Duration.ofSeconds(60)).build());
    swarm.settle();
    long before = team.claims();

    Task second = swarm.add(task("second").after(first));
    swarm.settle();

    assertThat(team.claims()).isEqualTo(before);

    swarm.complete(held);

    assertThat(Answers.value(Answers.await(waiting)).tasks())
        .extracting(Task::id)
        .containsExactly(second.id());
    assertThat(team.claims()).isEqualTo(before + 1);
  }
}
