package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The stored counts of a summary always match the tasks. */
interface CountsContract extends StoreContract {

  @Test
  default void the_counts_match_the_tasks_after_every_kind_of_step() {
    List<Task> tasks =
        swarm()
            .addAll(
                task("a").key("a"),
                task("b").after("a"),
                task("c").attempts(1),
                task("d").wave(1),
                task("e").wave(2).after("a"),
                task("f").in("other").after("a"));
    assertCounts();
    Task a = swarm().claim("ann");
    assertCounts();
    swarm().release(a);
    assertCounts();
    swarm().complete(swarm().claim("ann"));
    assertCounts();
    swarm().fail(swarm().claim("ann"));
    assertCounts();
    swarm().claimOne(Claim.by("ann").task(tasks.get(2).id()));
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    assertThat(swarm().status(tasks.get(2))).isEqualTo(TaskStatus.FAILED);
    assertCounts();
    swarm().retry(tasks.get(2));
    assertCounts();
    swarm().cancel(tasks.get(2));
    swarm().cancel(tasks.get(1));
    assertCounts();
    swarm().add(task("sooner"));
    assertCounts();
    for (Task task : swarm().list()) {
      swarm().cancel(task);
      assertCounts();
    }
  }

  @Test
  default void a_summary_belongs_to_one_swarm_of_one_project() {
    swarm().addAll(task("a"), task("b").in("b"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("c")));

    assertThat(swarm().summaries())
        .extracting(summary -> summary.id().project() + " " + summary.id().name())
        .containsExactly("/other default", "/project b", "/project default");
    List<SwarmSummary> others =
        swarm().read(queries -> queries.summaries(Optional.of(TestSwarm.OTHER_PROJECT)));
    assertThat(others).hasSize(1);
  }

  private void assertCounts() {
    List<Task> all = swarm().list();
    for (SwarmSummary summary : swarm().summaries()) {
      Map<TaskStatus, Long> counted = new EnumMap<>(TaskStatus.class);
      for (TaskStatus status : TaskStatus.values()) {
        counted.put(status, 0L);
      }
      all.stream()
          .filter(task -> task.swarm().equals(summary.id()))
          .forEach(task -> counted.merge(task.status(), 1L, Long::sum));
      assertThat(summary.counts()).isEqualTo(counted);
    }
  }
}
