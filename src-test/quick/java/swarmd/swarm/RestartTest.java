package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.sqlite.SqliteFile;

/** Agents need not notice a restart of the daemon. */
class RestartTest {
  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  private void restart() {
    swarm.restartAfter(Duration.ofSeconds(1));
  }

  @Test
  void all_tasks_and_events_survive_unchanged() {
    Task first = swarm.add(task("first").description("ünï\ncode 🐝").owning("src/**", "b"));
    swarm.addAll(task("second").after(first).wave(2).priority(-3).in("other"), task("third"));
    swarm.complete(swarm.claim("ann"));
    swarm.fail(swarm.claimOne(Claim.by("bob").session("s1")));
    List<Task> tasks = swarm.list();
    List<TaskEvent> events = swarm.events();
    List<SwarmSummary> summaries = swarm.summaries();

    restart();

    assertThat(swarm.list()).isEqualTo(tasks).hasSize(3);
    assertThat(swarm.events()).isEqualTo(events);
    assertThat(swarm.summaries()).isEqualTo(summaries);
  }

  @Test
  void a_holder_can_still_use_its_token() {
    swarm.add(task("a"));
    Task held = swarm.claim("ann");
    restart();

    assertThat(swarm.now(held)).isEqualTo(held);
    assertThat(Answers.value(swarm.complete(held)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void a_claim_or_step_whose_answer_was_lost_can_be_repeated() {
    swarm.add(task("a"));
    Task held = swarm.claimOne(Claim.by("ann").request("r1"));
    restart();
    assertThat(swarm.claimOne(Claim.by("ann").request("r1"))).isEqualTo(held);

    swarm.complete(held);
    restart();
    assertThat(Answers.value(swarm.complete(held)).status()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void ids_and_fences_keep_growing() {
    Task first = swarm.add(task("a"));
    long fence = swarm.claim("ann").lease().orElseThrow().fence();
    swarm.cancel(first);
    restart();
    Task second = swarm.add(task("b"));

    assertThat(second.id()).isGreaterThan(first.id());
    assertThat(swarm.claim("ann").lease().orElseThrow().fence()).isGreaterThan(fence);
  }

  @Test
  void an_announced_swarm_is_not_announced_again() {
    swarm.add(task("a"));
    swarm.complete(swarm.claim("ann"));
    restart();
    swarm.settle();

    assertThat(swarm.events())
        .filteredOn(event -> event.kind() == TaskEvent.Kind.SWARM_COMPLETE)
        .hasSize(1);
  }
}
